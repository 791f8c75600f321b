// Sequential consistency: one interleaving explains program order, reads-from,
// modification order and reads-before together (Shasha and Snir; Alglave et al.).
#include "graph/models.h"

namespace robur {

bool consistentSc(const Relations& r) {
  return (r.po | r.rf | r.mo | r.fr).acyclic();
}

}  // namespace robur
