#if canImport(Darwin)
  import CoreFoundation
  import CoreServices
  import Darwin
  import Dispatch
  import Synchronization

  /// The changes of folders on macOS (FSEvents). One stream reports those of all folders below a path.
  final class EventStreamWatcher: FolderWatcher {
    private let path: String
    private let events: Received
    nonisolated(unsafe) private let stream: FSEventStreamRef

    /// The reports since the last call, which the stream's context holds.
    private final class Received: Sendable {
      /// The path without symbolic links, by which the system reports folders.
      let root: String
      let events = Mutex(FolderEvents())

      init(root: String) { self.root = root }
    }

    /// Seconds until changes are reported, which the system collects meanwhile.
    private static let latency = 0.1

    /// Nil if the folder is on another machine, or if the system does not watch it.
    init?(_ path: String) {
      var status = statfs()
      guard statfs(path, &status) == 0, status.f_flags & UInt32(MNT_LOCAL) != 0, let absolute = realpath(path, nil)
      else { return nil }
      defer { free(absolute) }
      self.path = path
      events = Received(root: String(cString: absolute))
      var context = FSEventStreamContext(
        version: 0, info: Unmanaged.passUnretained(events).toOpaque(),
        retain: { info in info.map { UnsafeRawPointer(Unmanaged<Received>.fromOpaque($0).retain().toOpaque()) } },
        release: { info in info.map { Unmanaged<Received>.fromOpaque($0).release() } }, copyDescription: nil)
      let missed = UInt32(
        kFSEventStreamEventFlagMustScanSubDirs | kFSEventStreamEventFlagRootChanged | kFSEventStreamEventFlagMount
          | kFSEventStreamEventFlagUnmount)
      let name = CFStringCreateWithCString(nil, absolute, CFStringBuiltInEncodings.UTF8.rawValue)
      var names: [UnsafeRawPointer?] = [name.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }]
      let all = withUnsafePointer(to: kCFTypeArrayCallBacks) { CFArrayCreate(nil, &names, 1, $0) }
      guard name != nil, let all,
        let stream = FSEventStreamCreate(
          nil,
          { _, info, count, paths, flags, _ in
            guard let info else { return }
            let received = Unmanaged<Received>.fromOpaque(info).takeUnretainedValue()
            let names = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
            received.events.withLock { events in
              for number in 0..<count {
                let name = String(cString: names[number])
                events.folders.insert(name.hasSuffix("/") ? String(name.dropLast()) : name)
                if flags[number] & missed != 0 { events.isIncomplete = true }
              }
            }
          }, &context, all, FSEventStreamEventId(kFSEventStreamEventIdSinceNow), Self.latency,
          FSEventStreamCreateFlags(kFSEventStreamCreateFlagNoDefer | kFSEventStreamCreateFlagWatchRoot))
      else { return nil }
      self.stream = stream
      FSEventStreamSetDispatchQueue(stream, DispatchQueue(label: "understudy.folders"))
      guard FSEventStreamStart(stream) else { return nil }
    }

    deinit {
      FSEventStreamStop(stream)
      FSEventStreamInvalidate(stream)
      FSEventStreamRelease(stream)
    }

    func watch(_ folder: String) -> Bool { true }

    func changes() -> FolderEvents {
      var found = events.events.withLock { events in
        defer { events = FolderEvents() }
        return events
      }
      found.folders = Set(
        found.folders.map { folder in
          guard folder.utf8.starts(with: events.root.utf8) else { return folder }
          return path + String(decoding: folder.utf8.dropFirst(events.root.utf8.count), as: UTF8.self)
        })
      return found
    }
  }
#endif
