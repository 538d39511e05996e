#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory of this process.
enum ProcessMemory {
  /// The bytes in physical memory; nil if the system does not tell. May wait for the disk.
  static var residentBytes: Int? {
    #if canImport(Darwin)
      var usage = rusage_info_v0()
      let result = withUnsafeMutablePointer(to: &usage) { pointer in
        pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(getpid(), RUSAGE_INFO_V0, $0)
        }
      }
      return result == 0 ? Int(usage.ri_resident_size) : nil
    #else
      // The second number is that of the resident pages.
      guard let file = fopen("/proc/self/statm", "re") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = fread(&bytes, 1, bytes.count, file)
      let numbers = bytes.prefix(count).split(separator: 0x20)
      guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self)) else { return nil }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #endif
  }
}
