import Testing
import Transports

@Suite struct PromiseTests {
  @Test func `all who wait get the first value, and those who come later`() async {
    let promise = Promise<Int>()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { await promise.value } }
      for number in 1...3 {
        group.addTask {
          promise.fulfill(number); return await promise.value
        }
      }
      var values: Set<Int> = []
      for await value in group { values.insert(value) }
      #expect(values.count == 1)
      #expect(await values.contains(promise.value))
    }
  }
}
