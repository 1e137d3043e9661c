/** Words that belong to languages, and words that are so common in programs that they connect nothing. */
const KEYWORDS = new Set(
  `abstract and as assert async await bool boolean break byte case catch chan char class const constructor continue def
  default defer del delete do done double echo elif else elseif end enum esac except exec exit export extends false final
  finally float fmt for from func function get global goto if implements import in instanceof int int64 interface is
  lambda let local long match mut namespace new nil none nonlocal not null or package pass print private protected public
  raise range readonly return set shift short sizeof static string struct super switch sync then this throw true try
  typedef typeof undefined union unsigned until use var void volatile when where while with yield`.split(
    /\s+/,
  ),
);
const COMMON = new Set(
  `any args arguments array cls data dict err error errors i index init item items key keys kwargs len length line list
  map name names number object ok params path result results self size str tests test text tuple type types val value
  values`.split(/\s+/),
);

export const isKeyword = (word: string): boolean => KEYWORDS.has(word.toLowerCase());

/** True for a word that two unrelated pieces of code may share. */
export const isCommonWord = (word: string): boolean => isKeyword(word) || COMMON.has(word.toLowerCase());
