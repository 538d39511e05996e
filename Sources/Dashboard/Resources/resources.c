// The compiler puts the files into the program. As Swift literals they would cost seconds of each build.
#include "dashboard_resources.h"

#define FILES(ENTRY)                                                                                                   \
  ENTRY(page_html, "page.html")                                                                                        \
  ENTRY(style_css, "style.css")                                                                                        \
  ENTRY(app_js, "app.js")

static const unsigned char page_html[] = {
#embed "page.html"
};
static const unsigned char style_css[] = {
#embed "style.css"
};
static const unsigned char app_js[] = {
#embed "app.js"
};

#define ENTRY(symbol, name) {name, symbol, sizeof(symbol)},
static const struct dashboard_file files[] = {FILES(ENTRY)};
#undef ENTRY

size_t dashboard_file_count(void) { return sizeof(files) / sizeof(files[0]); }

struct dashboard_file dashboard_file_at(size_t index) { return files[index]; }
