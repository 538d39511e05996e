// Gives each JUnit 4 test its own session in Understudy. Neither compiled nor tested.
//
//   @get:Rule val understudy = Understudy("@ENDPOINT@")
//   ApolloClient.Builder().serverUrl(understudy.url)
//
// `understudy exec -- ./gradlew test --rerun` sets UNDERSTUDY_URL. Without --rerun, Gradle skips tests that passed before.
// A test on an Android device has no variables: pass the URL as the instrumentation argument `understudyUrl`, and from
// there to Understudy(endpoint, origin).
// Requests in @BeforeClass belong to no test. Send them in @Before.
import java.net.HttpURLConnection
import java.net.URL
import org.junit.AssumptionViolatedException
import org.junit.rules.TestWatcher
import org.junit.runner.Description

class Understudy(
  private val endpoint: String,
  private val origin: String? = System.getenv("UNDERSTUDY_URL"),
  private val realUrl: String = "@UPSTREAM@",
) : TestWatcher() {
  /** The URL of the endpoint on this JVM's port. Without Understudy: the URL of the real API. */
  val url: String get() = port()?.let { "$it/$endpoint" } ?: realUrl

  private var token = ""

  override fun starting(test: Description) {
    val port = port() ?: return
    token = member("token", post("$port/__understudy/begin", """{"session": ${quoted("${test.className}/${test.methodName}")}}"""))
  }

  override fun succeeded(test: Description) = end("passed")

  override fun failed(error: Throwable, test: Description) = end("failed")

  override fun skipped(error: AssumptionViolatedException, test: Description) = end("skipped")

  private fun end(outcome: String) {
    val port = port() ?: return
    val ended = post("$port/__understudy/end", """{"token": "$token", "outcome": "$outcome"}""")
    val misses = MESSAGE.findAll(ended).map { unquoted(it.groupValues[1]) }.toList()
    if (misses.isNotEmpty()) throw AssertionError(misses.joinToString("\n\n"))
  }

  private fun port(): String? = origin?.let { Ports.of(it) }

  /** The port of this JVM: Gradle may run several. */
  private object Ports {
    private val ports = mutableMapOf<String, String>()

    @Synchronized fun of(origin: String): String = ports.getOrPut(origin) {
      val opened = URL(member("url", post("$origin/__understudy/listeners", "{}")))
      // An emulator has another name for this machine.
      URL(opened.protocol, URL(origin).host, opened.port, "").toString()
    }
  }

  private companion object {
    val MESSAGE = Regex(""""message"\s*:\s*"((?:[^"\\]|\\.)*)"""")

    fun member(name: String, json: String): String =
      Regex(""""$name"\s*:\s*"([^"]*)"""").find(json)?.groupValues?.get(1) ?: error("Understudy: $json")

    fun quoted(text: String) = "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""

    fun unquoted(text: String) = text.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\")

    fun post(url: String, body: String): String {
      val connection = URL(url).openConnection() as HttpURLConnection
      connection.requestMethod = "POST"
      connection.doOutput = true
      connection.setRequestProperty("Content-Type", "application/json")
      connection.outputStream.use { it.write(body.toByteArray()) }
      val stream = if (connection.responseCode < 400) connection.inputStream else connection.errorStream
      return stream.bufferedReader().use { it.readText() }
    }
  }
}
