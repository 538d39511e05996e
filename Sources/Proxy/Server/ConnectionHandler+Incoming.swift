import NIOCore
import NIOHTTP1
import Transports

/// Uploads, and the time limit of requests.
extension ConnectionHandler {
  func beginUpload(_ head: HTTPRequestHead, length: Int?, context: ChannelHandlerContext) {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let upload = IncomingUpload(length: length) {
      loop.execute {
        bound.value.handler.upload?.resume()
        bound.value.handler.readOn(context: bound.value.context)
      }
    }
    self.upload = upload
    take(.upload(head, upload), context: context)
  }

  func breakUpload(_ problem: UploadProblem) {
    upload?.fail(problem)
    upload = nil
  }

  func startDeadline(context: ChannelHandlerContext) {
    guard deadline == nil, !assembler.hasRefused else { return }
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let limit = limits.requestTime
    deadline = context.eventLoop.scheduleTask(in: limit) {
      let (handler, context) = bound.value
      let seconds = limit.nanoseconds / 1_000_000_000
      if let upload = handler.upload {
        handler.deadline = nil
        // If the engine is not reading, the client cannot send.
        let isSlow = upload.wantsMore && !handler.uploadMoved
        handler.uploadMoved = false
        return isSlow
          ? handler.breakUpload(.tooSlow(seconds: Int(seconds))) : handler.startDeadline(context: context)
      }
      let problem = ConnectionProblem.requestTooSlow(seconds: seconds)
      handler.perform(handler.assembler.refuse(problem), context: context)
    }
  }
}
