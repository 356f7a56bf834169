import { completionFlag } from "../arguments/completions.ts";

/**
 * A script for each shell, which asks the program itself for the completions at the cursor.
 *
 * Each script sets SHELL to its own name, by which yargs chooses the format: the login shell may differ. Where there
 * are no completions, such as after `--output`, the shell offers files.
 */
export const completionScripts: Readonly<Record<string, string>> = {
  bash: `_colonnade() {
  local IFS=$'\\n' found
  found=$(SHELL=bash "$1" ${completionFlag} colonnade "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _colonnade colonnade`,

  zsh: `#compdef colonnade
_colonnade() {
  local -a found
  found=("\${(@f)$(SHELL=zsh colonnade ${completionFlag} colonnade "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then _describe 'colonnade' found; else _files; fi
}
compdef _colonnade colonnade`,

  fish: `function __colonnade_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process)
  set -l word (commandline --current-token --cut-at-cursor)
  set -l found (SHELL=fish colonnade ${completionFlag} $words "$word" 2>/dev/null)
  if test -n "$found"; printf '%s\\n' $found; else; __fish_complete_path "$word"; end
end
complete --command colonnade --no-files --arguments '(__colonnade_complete)'`,
};
