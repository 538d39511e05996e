import ArgumentParser

/// `understudy --generate-completion-script SHELL`: the script of swift-argument-parser with additions.
///
/// After `exec … --`, the shell completes the user's command. In bash, the names of commands follow `help`.
struct CompletionScript {
  let text: String

  /// Returns nil if the arguments do not request a script, or if the shell is not supported.
  init?(_ arguments: ArraySlice<String>) {
    let flag = "--generate-completion-script"
    let words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    guard words.count == 2, words[0] == flag, let shell = CompletionShell(rawValue: words[1]) else { return nil }
    let script = Understudy.completionScript(for: shell)
    switch shell {
    case .bash: text = script + "\n" + Self.bash
    case .fish: text = script + "\n" + Self.fish
    // In the function of `exec`, `words` begins with `exec`.
    case .zsh: text = script.inserting(Self.zsh, behind: "\n_understudy_exec() {\n")
    default: text = script
    }
  }

  /// Completes command names after `help`, which ArgumentParser does not.
  ///
  /// After `exec … --`, the package bash-completion completes the user's command. Without the package, it completes
  /// names of commands, then of files.
  private static let bash = """
    _understudy_or_command() {
        local -i i
        if [[ "${COMP_WORDS[1]}" == help && "${2}" != -* ]] && ((COMP_CWORD > 1)); then
            local IFS=$' \\t\\n' names= word
            case "${COMP_WORDS[*]:2:COMP_CWORD - 2}" in
    \(commandNames(of: Understudy.self).joined(separator: "\n"))
            esac
            COMPREPLY=()
            while IFS='' read -r word; do COMPREPLY+=("${word}"); done < <(compgen -W "${names}" -- "${2}")
            return
        fi
        if [[ "${COMP_WORDS[1]}" == exec ]]; then
            for ((i = 2; i < COMP_CWORD; i++)); do
                [[ "${COMP_WORDS[i]}" == -- ]] || continue
                if declare -F _comp_command_offset >/dev/null; then
                    _comp_command_offset "$((i + 1))"
                elif declare -F _command_offset >/dev/null; then
                    _command_offset "$((i + 1))"
                else
                    local kind=-f word
                    ((COMP_CWORD == i + 1)) && kind=-c
                    COMPREPLY=()
                    while IFS='' read -r word; do COMPREPLY+=("${word}"); done < <(compgen "${kind}" -- "${2}")
                fi
                return
            done
        fi
        _understudy "${@}"
    }

    complete -o filenames -F _understudy_or_command understudy
    """

  /// Returns a branch of bash's `case` for each command with subcommands: its words, and their names.
  private static func commandNames(of command: any ParsableCommand.Type, path: [String] = []) -> [String] {
    let commands = command.configuration.subcommands.compactMap { next in
      next.configuration.commandName.map { (name: $0, type: next) }
    }
    guard !commands.isEmpty else { return [] }
    let names = commands.map(\.name).joined(separator: " ")
    let own = "        '\(path.joined(separator: " "))') names='\(names)' ;;"
    return [own] + commands.flatMap { commandNames(of: $0.type, path: path + [$0.name]) }
  }

  private static let zsh = """
        local -i terminator="${words[(i)--]}"
        if ((terminator < CURRENT)); then
            setopt localoptions ${_comp_options[@]}
            shift terminator words
            ((CURRENT -= terminator))
            _normal
            return
        fi

    """

  private static let fish = """
    function __understudy_is_behind_terminator
        set -l tokens (commandline -opc)
        test "$tokens[2]" = exec; and contains -- -- $tokens[3..]
    end

    function __understudy_complete_command
        set -l tokens (commandline -opc)
        set -l place (contains -i -- -- $tokens[3..])
        set -l words (string escape -- $tokens[(math $place + 3)..]) (commandline -ct)
        complete -C "$words"
    end

    complete -c understudy -n __understudy_is_behind_terminator -ka '(__understudy_complete_command)'
    """
}

extension String {
  /// Returns the string with a text after the first occurrence of `place`; unchanged if there is none.
  fileprivate func inserting(_ text: String, behind place: String) -> String {
    var lines = self
    var start = lines.startIndex
    while start < lines.endIndex {
      if lines[start...].hasPrefix(place) {
        lines.insert(contentsOf: text, at: lines.index(start, offsetBy: place.count))
        return lines
      }
      start = lines.index(after: start)
    }
    return lines
  }
}
