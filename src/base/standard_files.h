// Standard input, output and error of the process.
#pragma once

namespace tabiya {

// Whoever starts a program may have closed them. The next file opened would then take their
// number, and be read as if it were the input, or get what is printed. This puts something in
// their places that can neither be read nor written. To be called before any file is opened.
void occupy_closed_standard_files();

}  // namespace tabiya
