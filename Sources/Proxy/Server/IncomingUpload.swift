import Engine
import NIOCore
import Synchronization
import Transports

/// A request's body on its way to the engine while it comes: no more of it is read than the engine takes.
///
/// The connection's handler calls everything on its event loop; the engine reads `stream` where it wants.
final class IncomingUpload: Sendable {
  typealias Producer = NIOThrowingAsyncSequenceProducer<
    [UInt8], any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Reader
  >

  /// What the engine reads.
  let stream: RequestStream
  private let source: Producer.Source
  private let state = Mutex(State())

  private struct State {
    var wantsMore = true
    var isWhole = false
    var closesConnection = false
  }

  /// - Parameters:
  ///   - length: the length that was announced.
  ///   - wantMore: called from any thread when the engine takes more again; `resume` is then to be called on the loop.
  init(length: Int?, wantMore: @escaping @Sendable () -> Void) {
    let reader = Reader(wantMore: wantMore)
    // In chunks, each of which is what one read of the socket brought.
    let made = Producer.makeSequence(
      elementType: [UInt8].self, failureType: (any Error).self,
      backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8),
      finishOnDeinit: true, delegate: reader)
    source = made.source
    stream = RequestStream(made.sequence, length: length)
  }

  /// Whether more should be read from the socket.
  var wantsMore: Bool { state.withLock { $0.wantsMore } }

  /// Whether the answer says that the connection closes.
  var closesConnection: Bool { state.withLock { $0.closesConnection } }

  /// The answer begins: without all of the body the connection can take no other request.
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

  /// All of it has come.
  func finish() {
    state.withLock { $0.isWhole = true }
    source.finish()
  }

  /// No more comes, and why.
  func fail(_ problem: UploadProblem) { source.finish(problem) }

  /// The engine takes more. On the event loop as `receive`, so that it never comes between a chunk and what is made of
  /// its being one too many.
  func resume() { state.withLock { $0.wantsMore = true } }

  /// Hears from the engine's side.
  final class Reader: NIOAsyncSequenceProducerDelegate {
    private let wantMore: @Sendable () -> Void

    fileprivate init(wantMore: @escaping @Sendable () -> Void) { self.wantMore = wantMore }

    func produceMore() { wantMore() }
    func didTerminate() {}
  }
}
