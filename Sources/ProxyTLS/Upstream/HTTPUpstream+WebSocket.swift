import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import OrderedJSON
import Proxy
package import Transports

extension HTTPUpstream {
  package func openSocket(
    _ request: UpstreamRequest, subprotocols: [String]
  ) async throws(UpstreamError) -> any UpstreamSocket {
    let url = try SocketURL(request.url)
    do {
      return try await open(url, request.headers, subprotocols: subprotocols)
    } catch let error as UpstreamError {
      throw error
    } catch ChannelError.connectTimeout {
      throw UpstreamError(.unreachable, "no connection within \(connectTime.inSeconds)")
    } catch {
      throw UpstreamError(classifying: error, timeout: timeout)
    }
  }

  private var connectTime: TimeAmount { min(timeout, Self.connectTimeout) }

  private func open(
    _ url: SocketURL, _ headers: HeaderList, subprotocols: [String]
  ) async throws -> UpstreamWebSocket {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: url.target, headers: ["Host": url.authority])
    for field in headers.fields where !field.name.equalsIgnoringASCIICase("host") {
      head.headers.add(name: field.name, value: field.value)
    }
    let request = head
    let tls = url.isSecure ? try NIOSSLContext(configuration: tls) : nil
    let agreed = loop.makePromise(of: String?.self)
    let link = UpstreamLink()
    let received = UpstreamMessages(limit: 1 << 20) { link.readOn() }
    let limits = SocketLimits()
    let bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(connectTime)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls {
            // SNI does not allow IP addresses.
            let isAddress = (try? SocketAddress(ipAddress: url.host, port: url.port)) != nil
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : url.host))
          }
          try pipeline.addHandler(HTTPRequestEncoder())
          try pipeline.addHandler(ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes)))
          try pipeline.addHandler(
            UpstreamHandshake(
              request, offered: subprotocols, agreed: agreed, received: received, limits: limits))
        }
      }
    let channel: any Channel
    let place = pins.place(of: url.host, port: url.port)
    do {
      channel = try await bootstrap.connect(host: place?.address ?? url.host, port: place?.port ?? url.port).get()
    } catch {
      // A promise must be completed even if it has no observers.
      agreed.fail(error)
      throw error
    }
    link.channel = channel
    let limit = timeout
    let alarm = loop.scheduleTask(in: limit) {
      agreed.fail(UpstreamError(.timeout, "no WebSocket within \(limit.inSeconds)"))
      channel.close(promise: nil)
    }
    let chosen = try await withTaskCancellationHandler {
      try await agreed.futureResult.get()
    } onCancel: {
      channel.close(promise: nil)
    }
    alarm.cancel()
    return UpstreamWebSocket(channel: channel, subprotocol: chosen, received: received)
  }
}
