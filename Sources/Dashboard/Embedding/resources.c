// The compiler puts the files of the page into the program. As Swift literals they would cost seconds of each build.

// Without a later standard in the package, which would concern no other file.
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "dashboard_resources.h"

static const unsigned char answers_js[] = {
#embed "../Resources/answers.js"
};
static const unsigned char api_js[] = {
#embed "../Resources/api.js"
};
static const unsigned char app_js[] = {
#embed "../Resources/app.js"
};
static const unsigned char coverage_js[] = {
#embed "../Resources/coverage.js"
};
static const unsigned char data_js[] = {
#embed "../Resources/data.js"
};
static const unsigned char datacell_js[] = {
#embed "../Resources/datacell.js"
};
static const unsigned char diff_js[] = {
#embed "../Resources/diff.js"
};
static const unsigned char docs_js[] = {
#embed "../Resources/docs.js"
};
static const unsigned char dom_js[] = {
#embed "../Resources/dom.js"
};
static const unsigned char editor_js[] = {
#embed "../Resources/editor.js"
};
static const unsigned char explorer_css[] = {
#embed "../Resources/explorer.css"
};
static const unsigned char explorer_js[] = {
#embed "../Resources/explorer.js"
};
static const unsigned char faults_js[] = {
#embed "../Resources/faults.js"
};
static const unsigned char format_js[] = {
#embed "../Resources/format.js"
};
static const unsigned char json_js[] = {
#embed "../Resources/json.js"
};
static const unsigned char list_js[] = {
#embed "../Resources/list.js"
};
static const unsigned char live_css[] = {
#embed "../Resources/live.css"
};
static const unsigned char live_js[] = {
#embed "../Resources/live.js"
};
static const unsigned char missactions_js[] = {
#embed "../Resources/missactions.js"
};
static const unsigned char misses_js[] = {
#embed "../Resources/misses.js"
};
static const unsigned char operationpage_js[] = {
#embed "../Resources/operationpage.js"
};
static const unsigned char page_html[] = {
#embed "../Resources/page.html"
};
static const unsigned char recordings_js[] = {
#embed "../Resources/recordings.js"
};
static const unsigned char records_css[] = {
#embed "../Resources/records.css"
};
static const unsigned char records_js[] = {
#embed "../Resources/records.js"
};
static const unsigned char report_js[] = {
#embed "../Resources/report.js"
};
static const unsigned char request_js[] = {
#embed "../Resources/request.js"
};
static const unsigned char result_js[] = {
#embed "../Resources/result.js"
};
static const unsigned char router_js[] = {
#embed "../Resources/router.js"
};
static const unsigned char run_js[] = {
#embed "../Resources/run.js"
};
static const unsigned char searchpage_js[] = {
#embed "../Resources/searchpage.js"
};
static const unsigned char sessions_js[] = {
#embed "../Resources/sessions.js"
};
static const unsigned char shell_js[] = {
#embed "../Resources/shell.js"
};
static const unsigned char statepicture_js[] = {
#embed "../Resources/statepicture.js"
};
static const unsigned char states_js[] = {
#embed "../Resources/states.js"
};
static const unsigned char statetree_js[] = {
#embed "../Resources/statetree.js"
};
static const unsigned char store_js[] = {
#embed "../Resources/store.js"
};
static const unsigned char style_css[] = {
#embed "../Resources/style.css"
};
static const unsigned char tokens_js[] = {
#embed "../Resources/tokens.js"
};
static const unsigned char ui_js[] = {
#embed "../Resources/ui.js"
};

#define FILE(name, bytes) {name, bytes, sizeof(bytes)}
static const struct dashboard_file files[] = {
    FILE("answers.js", answers_js),
    FILE("api.js", api_js),
    FILE("app.js", app_js),
    FILE("coverage.js", coverage_js),
    FILE("data.js", data_js),
    FILE("datacell.js", datacell_js),
    FILE("diff.js", diff_js),
    FILE("docs.js", docs_js),
    FILE("dom.js", dom_js),
    FILE("editor.js", editor_js),
    FILE("explorer.css", explorer_css),
    FILE("explorer.js", explorer_js),
    FILE("faults.js", faults_js),
    FILE("format.js", format_js),
    FILE("json.js", json_js),
    FILE("list.js", list_js),
    FILE("live.css", live_css),
    FILE("live.js", live_js),
    FILE("missactions.js", missactions_js),
    FILE("misses.js", misses_js),
    FILE("operationpage.js", operationpage_js),
    FILE("page.html", page_html),
    FILE("recordings.js", recordings_js),
    FILE("records.css", records_css),
    FILE("records.js", records_js),
    FILE("report.js", report_js),
    FILE("request.js", request_js),
    FILE("result.js", result_js),
    FILE("router.js", router_js),
    FILE("run.js", run_js),
    FILE("searchpage.js", searchpage_js),
    FILE("sessions.js", sessions_js),
    FILE("shell.js", shell_js),
    FILE("statepicture.js", statepicture_js),
    FILE("states.js", states_js),
    FILE("statetree.js", statetree_js),
    FILE("store.js", store_js),
    FILE("style.css", style_css),
    FILE("tokens.js", tokens_js),
    FILE("ui.js", ui_js),
};

size_t dashboard_file_count(void) { return sizeof(files) / sizeof(files[0]); }

struct dashboard_file dashboard_file_at(size_t index) { return files[index]; }
