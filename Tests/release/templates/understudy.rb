# A Homebrew formula for the program that this release was built for. Not tried with Homebrew.
class Understudy < Formula
  desc "Mock server for GraphQL APIs, for testing their clients"
  homepage "@HOMEPAGE@"
  url "@DOWNLOADS@/@ARCHIVE@"
  version "@VERSION@"
  sha256 "@SHA256@"

  depends_on @SYSTEM@
  depends_on arch: @PROCESSOR@

  def install
    prefix.install Dir["*"]
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/understudy --version").chomp
  end
end
