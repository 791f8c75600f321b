// What --robur-mode=robustness changes at run time: plain memory is not watched.
extern "C" const char* __robur_default_options() {
  return "races=0";
}
