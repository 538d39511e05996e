// Input is const for Swift.
#define ZLIB_CONST
#include <zlib.h>
