import Testing

@testable import Recordings

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Gives what is at a path the time of an earlier stamp, as if the last change had come in the same tick.
func setTime(of path: String, to stamp: FileStamp) throws {
  let time = timespec(tv_sec: stamp.seconds, tv_nsec: stamp.nanoseconds)
  try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
}
