// Makes a program that knows no proxies use one: `wrk`, which has no option for it. The client stays as fast as it is, which
// a relay beside it would not be. Loaded by LD_PRELOAD; BENCH_PROXY is the port of the proxy on 127.0.0.1.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Connects to the proxy instead, and opens a tunnel to the address.
int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
  static int (*real)(int, const struct sockaddr *, socklen_t);
  if (!real) real = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
  const char *proxy = getenv("BENCH_PROXY");
  if (!proxy || address->sa_family != AF_INET) return real(descriptor, address, length);

  struct sockaddr_in place = *(const struct sockaddr_in *)address;
  char text[256], host[INET_ADDRSTRLEN];
  inet_ntop(AF_INET, &place.sin_addr, host, sizeof host);
  int size = snprintf(
    text, sizeof text, "CONNECT %s:%d HTTP/1.1\r\nHost: %s:%d\r\n\r\n", host, ntohs(place.sin_port), host,
    ntohs(place.sin_port));
  inet_pton(AF_INET, "127.0.0.1", &place.sin_addr);
  place.sin_port = htons(atoi(proxy));

  int flags = fcntl(descriptor, F_GETFL);
  fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
  int result = real(descriptor, (struct sockaddr *)&place, sizeof place);
  if (result == 0 && write(descriptor, text, size) == size) {
    size = 0;
    // No byte after the head: it belongs to the program.
    while (size < (int)sizeof text - 1 && read(descriptor, text + size, 1) == 1) {
      text[++size] = 0;
      if (size >= 4 && strcmp(text + size - 4, "\r\n\r\n") == 0) break;
    }
    if (size < 12 || strncmp(text + 8, " 200", 4) != 0) {
      errno = ECONNREFUSED;
      result = -1;
    }
  }
  fcntl(descriptor, F_SETFL, flags);
  return result;
}
