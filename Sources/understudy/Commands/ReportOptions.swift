import ArgumentParser
import Recordings
import Reports

/// The files and formats of a run's reports.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .customLong("report"), parsing: .singleValue,
    help: .init("Write a report: .txt, .json, .xml (JUnit) or .html.", valueName: "file"),
    completion: .file(extensions: ["html", "json", "txt", "xml"]))
  var files: [String] = []

  @Option(
    name: .customLong("report-format"),
    help: .more("The format of all reports, instead of their file endings'. github prints annotations.", "form"))
  var form: ReportForm?

  /// The format of all files; nil if each file ending decides. GitHub annotations go to the log, not to a file, so that
  /// a job can have reports too.
  private var formOfFiles: ReportForm? { form == .github ? nil : form }

  func validate() throws {
    for file in files where formOfFiles == nil && ReportForm(file: file) == nil {
      throw ValidationError(
        "--report \(file): the file ending is unknown. Use .txt, .json, .xml (JUnit) or .html, or add --report-format.")
    }
    if let form, files.isEmpty, form != .github {
      throw ValidationError("--report-format \(form.rawValue) needs a file: --report FILE.")
    }
  }

  /// Checks that the reports can be written, before a command runs for an hour.
  ///
  /// - Throws: `WorkFailure` if one cannot.
  func requireWritable() throws(WorkFailure) {
    for file in files {
      if let why = Terminal.obstacle(toWriting: file) {
        throw WorkFailure("The report \(file) could not be written: \(why). Choose another file.")
      }
    }
  }

  /// Writes all reports. `page` returns the report as an HTML page.
  ///
  /// - Throws: `WorkFailure` if some cannot be written; the others are.
  func write(_ report: RunReport, page: () -> String) throws(WorkFailure) {
    if form == .github {
      let lines = ReportForm.github.text(of: report)
      // An annotation must begin a line, and the command's last line may have no end.
      if !lines.isEmpty { Terminal.out("\n" + lines.dropLast()) }
    }
    var failures: [String] = []
    for file in files {
      guard let form = formOfFiles ?? ReportForm(file: file) else { continue }
      do {
        _ = try FileWriting.replace(file, by: Array(form.text(of: report, page: page).utf8))
      } catch {
        failures.append("The report \(file) could not be written: \(error)")
      }
    }
    if !failures.isEmpty { throw WorkFailure(failures.joined(separator: "\n")) }
  }
}

extension ReportForm: ExpressibleByArgument {}
