// Shell completion, generated from the commands' own data.
import { COMMON } from "../cli.js";
import { RepoloreError } from "../errors.js";
import { commands } from "./index.js";
import type { Command, OptionSpec } from "./types.js";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completion: Command = {
  name: "completion",
  summary: "print a completion script",
  usage: "completion bash|zsh|fish",
  description: "Prints a script that lets the shell complete commands, options and file names.",
  arguments: SHELLS,
  options: {},
  examples: [
    ['eval "$(repolore completion bash)"', "complete in this bash; put it into ~/.bashrc to keep it"],
    ["repolore completion zsh > ~/.zfunc/_repolore", "zsh: any folder of $fpath will do"],
    ["repolore completion fish > ~/.config/fish/completions/repolore.fish", "fish"],
  ],
  async run(context, [shell, ...more], { json }) {
    const known = SHELLS.find((name) => name === shell);
    if (!known || more.length > 0) {
      throw new RepoloreError("usage/argument", `completion: name one shell: ${SHELLS.join(", ")}`);
    }
    const all = await Promise.all(commands.map((listed) => listed.load()));
    const script = { bash, zsh, fish }[known](all);
    context.stdout(json ? `${JSON.stringify({ shell: known, script })}\n` : script);
    return 0;
  },
};

const optionsOf = (command: Command): [string, OptionSpec][] => Object.entries({ ...command.options, ...COMMON });

/** Which file names a value can be. */
function fileKind({ type, value = "" }: OptionSpec): "folder" | "file" | undefined {
  if (type === "boolean") return undefined;
  return /DIR/.test(value) ? "folder" : /PATH|FILE/.test(value) ? "file" : undefined;
}

function bash(all: Command[]): string {
  const words = (list: Iterable<string>) => [...list].join(" ");
  const cases = all.map((command) => {
    const options = optionsOf(command).map(([name]) => `--${name}`);
    return `    ${command.name}) words="${words([...(command.arguments ?? []), ...options])}" ;;`;
  });
  const named = (kind: "folder" | "file") => [
    ...new Set(
      all.flatMap((command) =>
        optionsOf(command).flatMap(([name, spec]) => (fileKind(spec) === kind ? [`--${name}`] : [])),
      ),
    ),
  ];
  const folders = ["-C", ...named("folder")].join("|");
  const files = named("file").join("|");
  return `# bash completion for repolore
_repolore() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command="" words="" IFS=$' \\n' i
  COMPREPLY=()
  case $prev in
    ${folders}) IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$cur")); return ;;
${files ? `    ${files}) IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur")); return ;;\n` : ""}  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      -C|--directory) i=$((i + 1)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
    "") words="${words([...all.map(({ name }) => name), "help", "--help", "--version", "-C"])}" ;;
    help) words="${words(all.map(({ name }) => name))}" ;;
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _repolore repolore
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function zsh(all: Command[]): string {
  const spec = ([name, option]: [string, OptionSpec]): string => {
    const help = option.help.replace(/[[\]:\\]/g, "\\$&");
    const kind = fileKind(option);
    const action =
      kind === "folder"
        ? "_files -/"
        : kind === "file"
          ? "_files"
          : option.values
            ? `(${option.values.join(" ")})`
            : " ";
    const value = option.type === "string" ? `:${(option.value ?? "value").replace(/[:\\]/g, "\\$&")}:${action}` : "";
    return quoted(`${option.multiple ? "*" : ""}--${name}[${help}]${value}`);
  };
  const cases = all.map((command) => {
    const rest = command.arguments
      ? quoted(`1:argument:(${command.arguments.join(" ")})`)
      : quoted("*:argument:_files");
    return `    ${command.name}) _arguments -s ${[...optionsOf(command).map(spec), rest].join(" ")} ;;`;
  });
  const list = all.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`);
  return `#compdef repolore
_repolore() {
  local -a commands
  commands=(
${list.join("\n")}
  )
  local context state line
  _arguments -C '-C[run as if started there]:folder:_files -/' '--help[show help]' '--version[print the version]' \\
    '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument) case $line[1] in
${cases.join("\n")}
    esac ;;
  esac
}
if [ "$funcstack[1]" = "_repolore" ]; then _repolore "$@"; else compdef _repolore repolore; fi
`;
}

function fish(all: Command[]): string {
  const text = (value: string) => `'${value.replace(/['\\]/g, "\\$&")}'`;
  const lines = all.flatMap((command) => {
    const seen = `__fish_seen_subcommand_from ${command.name}`;
    return [
      `complete -c repolore -f -n __fish_use_subcommand -a ${command.name} -d ${text(command.summary)}`,
      ...(command.arguments
        ? [`complete -c repolore -f -n ${text(seen)} -a ${text(command.arguments.join(" "))}`]
        : []),
      ...optionsOf(command).map(([name, option]) => {
        const short = option.short ? ` -s ${option.short}` : "";
        const kind = fileKind(option);
        const choices =
          kind === "folder"
            ? " -a '(__fish_complete_directories)'"
            : option.values
              ? ` -a ${text(option.values.join(" "))}`
              : "";
        const value = option.type === "string" ? ` -r${kind === "file" ? " -F" : " -f"}${choices}` : "";
        return `complete -c repolore -n ${text(seen)}${short} -l ${name}${value} -d ${text(option.help)}`;
      }),
    ];
  });
  return `# fish completion for repolore\n${lines.join("\n")}\n`;
}
