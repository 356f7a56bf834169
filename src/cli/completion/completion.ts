import { ColonnadeError, suggest } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import { completionFlag } from "../arguments/shared-flags.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";
import { shells } from "./completion-command.ts";

type Shell = keyof typeof shells;

/** Prints the script of the shell. @returns the exit code */
export async function printCompletionScript(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const names = Object.keys(shells) as Shell[];
  const given = flags.argument ?? names.find((name) => io.env["SHELL"]?.endsWith(name)) ?? "bash";
  const shell = names.find((name) => name === given);
  if (!shell) {
    const message = `completions exist for ${names.join(", ")}, not for ${JSON.stringify(given)}`;
    const next = suggest(given, names, "colonnade completion --help lists all shells");
    throw new ColonnadeError("usage", message, { next });
  }
  const script = scripts[shell];
  if (talk.json) talk.document({ shell, script });
  else talk.data(script);
  const { file, line } = shells[shell];
  // If the script goes to a terminal, nothing runs it.
  if (io.stdout.isTTY) talk.say(`to enable it in every ${shell}, add this to ${file}: ${line}`);
  return exitCodes.fine;
}

/** Programs that run an installed command: `npx colonnade`, `pnpm exec colonnade`. */
const launchers = "npx pnpm yarn bunx";
/** Words that may stand between such a program and `colonnade`, besides flags. */
const between = "exec|run|x|dlx";

/**
 * A script for each shell, which asks the program itself for the completions at the cursor: the one on the path, or after
 * `npx` and the like the project's own. Other lines of `npx` are left to the completions that the shell had for it.
 *
 * Each script sets SHELL to its own name, by which yargs chooses the format: the login shell may differ. Where there
 * are no completions, such as after `--output`, the shell offers files.
 */
const scripts: Readonly<Record<Shell, string>> = {
  // No `compgen -W`: it would run a branch that is called `$(…)`. Bash splits words at colons, so the line is read here.
  bash: `_colonnade() {
  local line="\${COMP_LINE:0:COMP_POINT}" at=0 program folder="$PWD" last prefix item
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  if [[ \${words[0]##*/} != colonnade ]]; then
    for ((at = 1; at < \${#words[@]}; at++)); do [[ \${words[at]} == @(-*|${between}) ]] || break; done
  fi
  if [[ \${words[at]##*/} != colonnade ]] || ((at == \${#words[@]} - 1)); then
    local rest="_colonnade_rest_\${words[0]##*/}"
    [[ -n \${!rest} ]] && "\${!rest}" "$@"
    return
  fi
  program="\${words[at]}"
  if ((at > 0)); then
    while [[ -n $folder && ! -x $folder/node_modules/.bin/colonnade ]]; do folder="\${folder%/*}"; done
    [[ -n $folder ]] && program="$folder/node_modules/.bin/colonnade"
  fi
  last="\${words[\${#words[@]} - 1]}"
  [[ $COMP_WORDBREAKS == *:* ]] && prefix="\${last%"\${last##*:}"}"
  COMPREPLY=()
  while IFS= read -r item; do
    [[ -n $item && $item == "$last"* ]] && COMPREPLY+=("\${item#"$prefix"}")
  done < <(SHELL=bash "$program" ${completionFlag} colonnade "\${words[@]:at + 1}" 2>/dev/null)
}
for _colonnade_launcher in ${launchers}; do
  [[ $(complete -p $_colonnade_launcher 2>/dev/null) =~ -F\\ ([^ ]+) && \${BASH_REMATCH[1]} != _colonnade ]] &&
    printf -v _colonnade_rest_$_colonnade_launcher %s "\${BASH_REMATCH[1]}"
done
complete -o default -F _colonnade colonnade ${launchers}`,

  zsh: `#compdef colonnade
_colonnade() {
  local at=1 program=\${words[1]} folder=$PWD
  local -a found
  if [[ \${words[1]:t} != colonnade ]]; then
    for ((at = 2; at < CURRENT; at++)); do [[ \${words[at]} == (-*|${between}) ]] || break; done
    if [[ \${words[at]} != colonnade ]] || ((at == CURRENT)); then
      \${_colonnade_rest[\${words[1]:t}]:-_default}
      return
    fi
    program=colonnade
    while [[ -n $folder && ! -x $folder/node_modules/.bin/colonnade ]]; do folder=\${folder%/*}; done
    [[ -n $folder ]] && program=$folder/node_modules/.bin/colonnade
  fi
  found=("\${(@f)$(SHELL=zsh $program ${completionFlag} colonnade "\${(@)words[at + 1,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then _describe 'colonnade' found; else _files; fi
}
typeset -gA _colonnade_rest
for _colonnade_launcher in ${launchers}; do
  [[ \${_comps[$_colonnade_launcher]:-_colonnade} != _colonnade ]] && _colonnade_rest[$_colonnade_launcher]=\${_comps[$_colonnade_launcher]}
done
compdef _colonnade colonnade ${launchers}`,

  fish: `function __colonnade_line
  set -l words (commandline --tokenize --cut-at-cursor --current-process)
  set -l at (contains --index -- colonnade $words); or return 1
  if test $at -gt 1
    for word in $words[2..$at]
      string match --quiet --regex '^(-.*|${between}|colonnade)$' -- $word; or return 1
    end
  end
  printf '%s\\n' $words[$at..-1]
end
function __colonnade_program
  set -l words (commandline --tokenize --cut-at-cursor --current-process)
  set -l folder $PWD
  while test "$words[1]" != colonnade -a -n "$folder"
    if test -x $folder/node_modules/.bin/colonnade
      echo $folder/node_modules/.bin/colonnade
      return
    end
    set folder (string replace --regex '/[^/]*$' '' -- $folder)
  end
  echo colonnade
end
function __colonnade_complete
  set -l program (__colonnade_program)
  set -l word (commandline --current-token --cut-at-cursor)
  set -l found (SHELL=fish $program ${completionFlag} (__colonnade_line) "$word" 2>/dev/null)
  if test -n "$found"; printf '%s\\n' $found; else; __fish_complete_path "$word"; end
end
for launcher in colonnade ${launchers}
  complete --command $launcher --condition '__colonnade_line >/dev/null' --no-files --arguments '(__colonnade_complete)'
end`,
};
