/** The shared table of tool names, over all harnesses: which kind of work a tool of this name does. */
import type { ToolKind } from './event.js';

// Written as `plainName` leaves them: lower case, no namespace, no separators.
const NAMES: Readonly<Record<Exclude<ToolKind, 'other'>, string>> = {
  shell:
    'bash shell sh zsh powershell run runbash runbashcmd runcommand runcmd runshellcommand runterminalcmd runinterminal execute executebash executecommand executeipythoncell ipython python runpython exec execcommand containerexec localshell localshellcall terminal console cmd cmdrun cmdrunaction bashoutput writestdin keystrokes runtests',
  edit: 'edit strreplaceeditor strreplacebasededittool texteditor editfile write writefile create createfile applypatch patch replace replaceinfile strreplace searchandreplace insert insertlines editlines multiedit notebookedit fileedit fileeditaction filewriteaction undoedit deletefile removefile movefile renamefile appendtofile writetofile savefile openandreplace scrollandedit deletelines insertlinesat findandreplace findandreplacetext fileeditor setfilecontent writepatch',
  read: 'read readfile readfiles readmanyfiles view viewfile cat open openfile showfile getfile ls list listdir listdirectory listfiles fileread filereadaction goto scrollup scrolldown notebookread viewimage head tail',
  search:
    'grep glob find findfile findfiles search searchcode searchdir searchfile searchfiles searchfilecontent codebasesearch ripgrep rg filesearch grepsearch searchclass searchmethod searchmethodinfile searchmethodinclass searchclassinfile searchcodeinfile searchsymbol searchindirectory searchinfile',
  web: 'websearch webfetch websearchcall fetch fetchurl browse browser browserinteractive browseinteractive browseurl browseinteractiveaction googlewebsearch httpget httprequest openurl curl navigate webbrowsergo webbrowserclick webbrowsertype webbrowsertypesubmit webbrowserscroll webbrowserback webbrowserforward webbrowserrefresh',
  task: 'task agent subagent delegate spawnagent newtask dispatchagent runsubagent runagent',
};

const KIND_OF = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as ToolKind] as const),
  ),
);

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The kind that the table knows for a tool's name, or null. `functions.bash` and `mcp__files__read_file` count as `bash` and `read_file`. */
export function kindOfName(tool: string): ToolKind | null {
  const direct = KIND_OF.get(tool);
  if (direct !== undefined || tool.length > 200) return direct ?? null;
  const last = tool.split(/__|[.:/]/).pop() ?? tool;
  return KIND_OF.get(letters(last)) ?? KIND_OF.get(letters(tool)) ?? null;
}
