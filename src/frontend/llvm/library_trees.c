// Red-black trees, which std::map and std::set are, as in every textbook: the binary of libstdc++ has
// the functions that rotate nodes. Part of library.c.
//
// The header stands above the root: its parent is the root, and it knows the first and the last node.
enum { kRed = 0, kBlack = 1 };
struct TreeNode {
  int colour;
  struct TreeNode *parent, *left, *right;
};
struct TreeNode* _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct TreeNode* node) {
  if (node->right) {
    node = node->right;
    while (node->left) node = node->left;
    return node;
  }
  struct TreeNode* up = node->parent;
  while (node == up->right) {
    node = up;
    up = up->parent;
  }
  return node->right != up ? up : node;  // the header, if the root has no right child
}
struct TreeNode* _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct TreeNode* node) {
  if (node->colour == kRed && node->parent->parent == node) return node->right;  // the header
  if (node->left) {
    node = node->left;
    while (node->right) node = node->right;
    return node;
  }
  struct TreeNode* up = node->parent;
  while (node == up->left) {
    node = up;
    up = up->parent;
  }
  return up;
}
const struct TreeNode* _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(const struct TreeNode* n) {
  return _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base((struct TreeNode*)n);
}
const struct TreeNode* _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(const struct TreeNode* n) {
  return _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base((struct TreeNode*)n);
}
// The child of `old` above it becomes `node`.
static void replaceChild(struct TreeNode* header, struct TreeNode* old, struct TreeNode* node) {
  struct TreeNode* up = old->parent;
  if (header->parent == old) {
    header->parent = node;
  } else if (up->left == old) {
    up->left = node;
  } else {
    up->right = node;
  }
}
static void rotateLeft(struct TreeNode* header, struct TreeNode* node) {
  struct TreeNode* child = node->right;
  node->right = child->left;
  if (child->left) child->left->parent = node;
  child->parent = node->parent;
  replaceChild(header, node, child);
  child->left = node;
  node->parent = child;
}
static void rotateRight(struct TreeNode* header, struct TreeNode* node) {
  struct TreeNode* child = node->left;
  node->left = child->right;
  if (child->right) child->right->parent = node;
  child->parent = node->parent;
  replaceChild(header, node, child);
  child->right = node;
  node->parent = child;
}
void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(_Bool left,
                                                                       struct TreeNode* node,
                                                                       struct TreeNode* parent,
                                                                       struct TreeNode* header) {
  node->parent = parent;
  node->left = node->right = 0;
  node->colour = kRed;
  if (left) {
    parent->left = node;  // also the first node, if the parent is the header
    if (parent == header) {
      header->parent = header->right = node;
    } else if (parent == header->left) {
      header->left = node;
    }
  } else {
    parent->right = node;
    if (parent == header->right) header->right = node;
  }
  while (node != header->parent && node->parent->colour == kRed) {
    struct TreeNode *up = node->parent, *above = up->parent;
    struct TreeNode* uncle = up == above->left ? above->right : above->left;
    if (uncle && uncle->colour == kRed) {
      up->colour = uncle->colour = kBlack;
      above->colour = kRed;
      node = above;
    } else if (up == above->left) {
      if (node == up->right) {
        rotateLeft(header, up);
        up = node;
      }
      up->colour = kBlack;
      above->colour = kRed;
      rotateRight(header, above);
      break;
    } else {
      if (node == up->left) {
        rotateRight(header, up);
        up = node;
      }
      up->colour = kBlack;
      above->colour = kRed;
      rotateLeft(header, above);
      break;
    }
  }
  header->parent->colour = kBlack;
}

// The subtree at `node`, which may be empty, lacks a black node.
static void repairBlack(struct TreeNode* header, struct TreeNode* node, struct TreeNode* up) {
  while (node != header->parent && (!node || node->colour == kBlack)) {
    int isLeft = node == up->left;
    struct TreeNode* other = isLeft ? up->right : up->left;
    if (other->colour == kRed) {
      other->colour = kBlack;
      up->colour = kRed;
      if (isLeft) {
        rotateLeft(header, up);
        other = up->right;
      } else {
        rotateRight(header, up);
        other = up->left;
      }
    }
    struct TreeNode* near = isLeft ? other->left : other->right;
    struct TreeNode* far = isLeft ? other->right : other->left;
    int nearIsRed = near && near->colour == kRed, farIsRed = far && far->colour == kRed;
    if (!nearIsRed && !farIsRed) {
      other->colour = kRed;
      node = up;
      up = up->parent;
      continue;
    }
    if (!farIsRed) {
      near->colour = kBlack;
      other->colour = kRed;
      if (isLeft) {
        rotateRight(header, other);
      } else {
        rotateLeft(header, other);
      }
      far = other;
      other = near;
    }
    other->colour = up->colour;
    up->colour = kBlack;
    far->colour = kBlack;
    if (isLeft) {
      rotateLeft(header, up);
    } else {
      rotateRight(header, up);
    }
    break;
  }
  if (node) node->colour = kBlack;
}
// Takes the node out of the tree, and returns it.
struct TreeNode* _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(
    struct TreeNode* node, struct TreeNode* header) {
  struct TreeNode* next = node;  // what fills its place, if it has two children
  struct TreeNode *child, *up;
  if (node->left && node->right) {
    next = node->right;
    while (next->left) next = next->left;
    child = next->right;
  } else {
    child = node->left ? node->left : node->right;
  }
  int lost = next->colour;
  if (next != node) {
    node->left->parent = next;
    next->left = node->left;
    if (next == node->right) {
      up = next;
    } else {
      up = next->parent;
      if (child) child->parent = up;
      up->left = child;
      next->right = node->right;
      node->right->parent = next;
    }
    replaceChild(header, node, next);
    next->parent = node->parent;
    next->colour = node->colour;
  } else {
    up = node->parent;
    if (child) child->parent = up;
    replaceChild(header, node, child);
    if (header->left == node) {
      if (node->right) {
        struct TreeNode* first = child;
        while (first->left) first = first->left;
        header->left = first;
      } else {
        header->left = up;
      }
    }
    if (header->right == node) {
      if (node->left) {
        struct TreeNode* last = child;
        while (last->right) last = last->right;
        header->right = last;
      } else {
        header->right = up;
      }
    }
  }
  if (lost == kBlack) repairBlack(header, child, up);
  return node;
}
