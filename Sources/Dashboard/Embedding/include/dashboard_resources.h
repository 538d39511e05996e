#ifndef DASHBOARD_RESOURCES_H
#define DASHBOARD_RESOURCES_H

#include <stddef.h>

/// One file of the dashboard, as it is in the sources.
struct dashboard_file {
  /// The file's name, e.g. `app.js`.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// Returns the number of files.
size_t dashboard_file_count(void);

/// Returns a file by its index, from 0.
struct dashboard_file dashboard_file_at(size_t index);

#endif
