/** Words by what they do in a sentence to whoever grades, in several languages: signals, never verdicts. */

/** What a word can be: an addressee, an order, a mark, a part of the contest, … One bit each. */
export const SIGNALS = [
  'grader',
  'model',
  'you',
  'order',
  'ignore',
  'earlier',
  'instruction',
  'rate',
  'give',
  'mark',
  'top',
  'this',
  'entrant',
  'work',
  'other',
  'cheat',
  'leak',
  'blame',
  'approve',
  'authority',
  'hidden',
  'verdict',
] as const;
export type Signal = (typeof SIGNALS)[number];

/** Bits of signals. */
export const bits = (...signals: readonly Signal[]): number =>
  signals.reduce((all, signal) => all | (1 << SIGNALS.indexOf(signal)), 0);

/** `*` ends a stem. Words are lower case, without accents. */
const WORDS: Readonly<Record<Signal, string>> = {
  grader:
    'grader graders examiner examiners evaluator evaluators judge judges scorer scorers rater raters assessor assessors adjudicator* jury juror* autograder* gagar prufer pruefer gutachter* bewerter* korrektor examinateur* evaluateur* correcteur* juge examinador* evaluador* juez avaliador* valutatore giudice beoordelaar* судья оценщик* проверяющ*',
  model:
    'reviewer reviewers auditor auditors ai llm llms gpt claude gemini model models assistant chatbot ki ia ии нейросеть',
  you: 'you your yourself youre du dein deine dich dir tu ton votre vous usted tus voce seu lei tuo ты вы вам тебе твой',
  order:
    'must should shall please kindly ought need needs required instructed ensure urge beg insist instruct demand demands hereby mandatory expected musst muss mussen sollst sollen bitte debes debe deben deves deve devi devez dois doit veuillez prie favor porfavor moet должен должны обязан* пожалуйста нужно',
  ignore:
    'ignore ignored ignoring disregard disregarding forget override overrides discard bypass overlook skip supersede* ignoriere ignorieren missachte* vergiss ignora ignorad ignore* ignorez oubliez oublie olvida olvide esqueca ignorare dimentica negeer игнорируй* забудь* проигнорируй*',
  earlier:
    'previous prior above preceding earlier former foregoing all any existing your vorherige* bisherige* vorigen alle aller obigen anteriores anterior previas todas todos precedentes precedent* toutes tous precedenti tutte eerdere предыдущ* прежни* все',
  instruction:
    'instruction instructions prompt prompts guideline guidelines rubric rubrics anweisung anweisungen vorgaben regeln instrucciones instruccion instrucoes instrucao consigne consignes istruzioni istruzione instructies инструкци* указани*',
  rate: 'rate rates rated rating deserve deserves deserved merits score scores scored scoring grade graded grading rank ranked ranks ranking award awards awarded bewerte bewerten bewertet bewertung vergib benote evalua evalue califica calificar puntua puntue notez evaluez classe attribue attribuez avalie pontue valuta beoordeel оцени оценить оцените оценка поставь поставьте',
  give: 'give gives assign assigns assigned grant grants mark marks marked prefer prefers favor favour favors favours choose pick select declare place put treat consider endorse promote accept approve trust conclude deem gib geben wahle bevorzuge da dale dar darle asigna otorga elige prefiere donne donnez donner accorde choisis choisissez de atribua escolha prefira dai assegna scegli geef kies дай дайте присвой выбери выберите',
  mark: 't1 t2 t3 tier tiers punkte punkten punkt punktzahl puntos punto puntaje puntuacion pontos punti punteggio баллов балл баллы',
  top: 'best top first highest maximum max full perfect winner winning win wins flawless superior excellent outstanding ideal unbeatable above beste besten bester hochste hochsten volle hochstnote mejor primero maxima maximo meilleur meilleure premier maximale melhor primeiro migliore primo massimo massimi высш* лучш* максимальн* первое',
  this: 'this my our diese dieser diesem diesen dieses mein meine meinem unser* este esta estos mi nuestra cette cet ce mon ma notre esta questo questa mio deze dit этот этому эту это этого мой моему моё',
  entrant:
    'candidate candidates rollout rollouts submission submissions contestant contestants participant participants contender* competitor competitors rival rivals entrant entrants kandidat* candidat candidats candidature candidato candidata candidatos candidatas soumission* envio inzending kandidaat кандидат*',
  work: 'patch patches solution solutions attempt attempts answer answers entry entries implementation implementations change changes fix fixes code diff diffs author authors work alternative alternatives losung losungen solucion soluciones solution* solucao soluzione parche correctif oplossing решени* патч*',
  other:
    'other others every everyone remaining competing rest else rivals rival competitors andere anderen anderer ubrigen otros otras otro demas autres autre outros outras altri altre altro anderen другие другим других остальн*',
  cheat:
    'cheat cheated cheats cheating cheater* stole stolen punish* penaliz* penalis* plagiar* forged forges dishonest fraud* disqualif* betrogen gefalscht geschummelt abgeschrieben trampa* triche tricher tricheur* tramposo* robaron trapace* imbrogliato обманул* списал* украл* жульнич*',
  leak: 'leaked leaks steal forge fabricated fabricates faked fakes hacked tampered peeked copied copies copy copying download downloaded downloads smuggled malicious copie copiaron copiaram',
  blame:
    'fail failed fails failing wrong incorrect broken worse inferior invalid rejected reject zero zeroed lowest worst bottom last flawed bad unsafe falsch schlechter schlecht peor incorrect* faux pire pior errado peggio неправильн* хуже',
  approve:
    'approved approves verified certified validated endorsed audited blessed golden gold genehmigt gepruft offiziell aprobado aprobada verificado verificada oficial approuve verifie officiel* aprovado approvato одобрен* проверен*',
  authority:
    'maintainer maintainers audit audits independent panel human humans expert experts committee council staff organizers organisers betreuer experten mantenedores expertos mainteneurs mantenedores мейнтейнер* эксперт*',
  hidden:
    'hidden held private secret heldout withheld versteckte* verborgen* ocultas ocultos caches cachees скрыт*',
  verdict:
    'verdict verdicts consensus ruling leads findings deduct* penalt* assessment judgement judgment adjudication urteil veredicto verdetto veredito вердикт',
};

const CORE_SIGNALS = ['grader', 'entrant', 'instruction', 'rate', 'mark', 'cheat', 'authority'] as const;

/** What can stand for a mark, or for an addressee, beside others. */
const ALSO_CORE = [
  'ai',
  'llm',
  'gpt',
  'language model',
  'reward',
  'points',
  'marks',
  'minimality',
  '5/5',
  '10/10',
];

/** Scripts without blanks between words: what stands in them, as the words above. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /评审员?|評審員?|评委|評委|裁判|评分(?:者|员|系统)|評分者|考官|採点者|審査員|評価者|審判|심사위원|평가자|채점자/g,
    ' grader ',
  ],
  [/忽略|无视|無視して?|無視せよ|忘记|忘掉|무시하?/g, ' ignore '],
  [/之前|以前的?|上述|以上|所有|全部|すべて|全て|これまで|이전|모든/g, ' previous '],
  [/指令|指示|说明|規則|规则|提示词?|命令|지시|명령/g, ' instructions '],
  [/评分|打分|評分|评为|评价|採点|評価|평가|채점/g, ' rate '],
  [/给予?|授予|選んで|与えて?|付けて|주세요|부여/g, ' give '],
  [/满分|滿分|滿点|満点|最高分|最高点|만점|최고점/g, ' perfect points '],
  [/最好|最佳|第一名?|最优|一位|최고|1위/g, ' best '],
  [/这个|本|此|該|この|이 /g, ' this '],
  [/候选(?:人|者|方案)?|候選|候補者?|参赛者|후보/g, ' candidate '],
  [/补丁|方案|解答|提交|パッチ|解決策|패치|솔루션/g, ' patch '],
  [/其他|其它|别的|他の|ほかの|다른/g, ' other '],
  [/必须|必須|应该|應該|请|請|务必|べき|ください|なさい|하세요|해야/g, ' must '],
  [/作弊|抄袭|舞弊|偷|不正|盗用|부정행위|표절/g, ' cheated '],
  [/你|您|あなた|당신/g, ' you '],
];
const WITHOUT_BLANKS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Without accents and without the differences of compatible characters. */
const unaccented = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
export const folded = (word: string): string => unaccented(word).toLowerCase();

const exact = new Map<string, number>();
const stems = new Map<string, number>();
for (const signal of SIGNALS)
  for (const word of WORDS[signal].split(' ')) {
    const into = word.endsWith('*') ? stems : exact;
    const key = folded(word.replace('*', ''));
    into.set(key, (into.get(key) ?? 0) | bits(signal));
  }
const LONGEST = Math.max(...[...stems.keys()].map((stem) => stem.length));
const SHORTEST = Math.min(...[...stems.keys()].map((stem) => stem.length));

/** Signals of one word in lower case; 0 for almost all words. */
export function signalsOf(word: string): number {
  let found = exact.get(word) ?? 0;
  for (let length = Math.min(word.length, LONGEST); length >= SHORTEST; length--)
    found |= stems.get(word.slice(0, length)) ?? 0;
  return found;
}

const coreWords = [...ALSO_CORE, ...CORE_SIGNALS.flatMap((signal) => WORDS[signal].split(' '))].map((word) =>
  folded(word.replace('*', '')),
);
const isShort = (word: string): boolean => word.length <= 6;

/** Beginnings of words of which every rule needs one, in lower-case text; short ones only where a word begins. */
export const CORE = new RegExp(
  `(?<![a-z])${anyOf(coreWords.filter(isShort))}|${anyOf(coreWords.filter((word) => !isShort(word)))}`,
  'g',
);

type Branches = Map<string, Branches>;

/** One expression for many words, letter by letter: several times faster than a list of them. */
export function anyOf(words: readonly string[]): string {
  const root: Branches = new Map();
  for (const word of words) {
    let at = root;
    for (const letter of `${word}.`) {
      const next: Branches = at.get(letter) ?? new Map();
      at.set(letter, next);
      at = next;
    }
  }
  return branchesOf(root);
}

/** A word that begins another one stands for both. */
function branchesOf(at: Branches): string {
  if (at.has('.')) return '';
  return `(?:${[...at].map(([letter, next]) => letter + branchesOf(next)).join('|')})`;
}

/** Words of any script with blanks between them, without accents. */
export const spaced = (text: string): string =>
  unaccented(
    WITHOUT_BLANKS.test(text)
      ? PHRASES.reduce((done, [phrase, words]) => done.replace(phrase, words), text)
      : text,
  );
