import NIOCore
import Synchronization
import Transports

/// A request's body while it arrives. No more of it is read than the engine takes.
///
/// The connection's handler calls all methods on its event loop; the engine reads `stream` anywhere.
final class IncomingUpload: Sendable {
  typealias Producer = NIOThrowingAsyncSequenceProducer<
    [UInt8], any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Reader
  >

  let stream: RequestStream
  private let source: Producer.Source
  private let state = Mutex(State())

  private struct State {
    var wantsMore = true
    var isWhole = false
    var closesConnection = false
  }

  /// `wantMore` is called from any thread when the engine takes more again, and must call `resume` on the loop.
  init(length: Int?, wantMore: @escaping @Sendable () -> Void) {
    let reader = Reader(wantMore: wantMore)
    // In chunks, each from one read of the socket.
    let made = Producer.makeSequence(
      elementType: [UInt8].self, failureType: (any Error).self,
      backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8),
      finishOnDeinit: true, delegate: reader)
    source = made.source
    stream = RequestStream(made.sequence, length: length)
  }

  /// True if more should be read from the socket.
  var wantsMore: Bool { state.withLock { $0.wantsMore } }

  /// True if the answer announces that the connection closes.
  var closesConnection: Bool { state.withLock { $0.closesConnection } }

  /// Begins the answer. Without the whole body, the connection can take no other request.
  func answerBegins() -> Bool {
    state.withLock { state in
      state.closesConnection = !state.isWhole
      return state.closesConnection
    }
  }

  func receive(_ bytes: ByteBuffer) {
    switch source.yield(Array(bytes.readableBytesView)) {
    case .produceMore: break
    case .stopProducing, .dropped: state.withLock { $0.wantsMore = false }
    }
  }

  func finish() {
    state.withLock { $0.isWhole = true }
    source.finish()
  }

  func fail(_ problem: UploadProblem) { source.finish(problem) }

  /// Reads on. Called on the event loop like `receive`, so that it cannot run in the middle of that.
  func resume() { state.withLock { $0.wantsMore = true } }

  /// Receives the engine's demand.
  final class Reader: NIOAsyncSequenceProducerDelegate {
    private let wantMore: @Sendable () -> Void

    fileprivate init(wantMore: @escaping @Sendable () -> Void) { self.wantMore = wantMore }

    func produceMore() { wantMore() }
    func didTerminate() {}
  }
}
