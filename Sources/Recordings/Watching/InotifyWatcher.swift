#if !canImport(Darwin)
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The changes of folders on Linux. It needs one watch of the system for each folder.
  final class InotifyWatcher: FolderWatcher {
    private let descriptor: Int32
    /// The folders by the numbers of their watches.
    private let folders = Mutex<[Int32: String]>([:])

    /// The file systems that report the changes of all processes. Others may be changed from another machine.
    private static let local: Set<String> = [
      "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "bcachefs", "tmpfs", "overlay",
    ]

    private static let changes = UInt32(
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_DONT_FOLLOW | IN_ONLYDIR)

    /// Nil if the file system may not report all changes, or if the user has no watchers left.
    init?(_ path: String) {
      guard let type = Self.type(of: path), Self.local.contains(type) else { return nil }
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// The type of the file system that a folder is in; nil if it is unknown.
    private static func type(of path: String) -> String? {
      guard let absolute = realpath(path, nil) else { return nil }
      defer { free(absolute) }
      guard let table = fopen("/proc/self/mounts", "re") else { return nil }
      defer { fclose(table) }
      var bytes: [UInt8] = []
      while case let byte = getc(table), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
      return MountTable(String(decoding: bytes, as: UTF8.self)).type(of: String(cString: absolute))
    }

    func watch(_ folder: String) -> Bool {
      folders.withLock { folders in
        let number = inotify_add_watch(descriptor, folder, Self.changes)
        // A folder that is gone is not watched; the listing of its parent shows that. Nor is one in a packed folder, whose
        // own stamp shows each change.
        guard number >= 0 else { return errno == ENOENT || errno == ENOTDIR }
        folders[number] = folder
        return true
      }
    }

    func changes() -> FolderEvents {
      var events = FolderEvents()
      folders.withLock { folders in
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
          while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            var position = 0
            while position < count {
              let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
              position += MemoryLayout<inotify_event>.size + Int(event.len)
              let folder = folders[event.wd]
              // Without a number, the queue was full.
              if let folder { events.folders.insert(folder) } else if event.wd < 0 { events.isIncomplete = true }
              if event.mask & UInt32(IN_IGNORED) != 0 { folders[event.wd] = nil }
            }
          }
        }
      }
      return events
    }
  }
#endif
