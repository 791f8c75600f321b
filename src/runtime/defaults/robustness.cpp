// Default options of programs built with --robur-mode=robustness: plain memory is not checked.
extern "C" const char* __robur_default_options() {
  return "races=0";
}
