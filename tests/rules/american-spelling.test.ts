import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOTS = [
  ...['app', 'bench', 'clients', 'components', 'deploy', 'docs', 'e2e', 'examples', 'lib'],
  ...['prisma', 'scripts', 'server', 'tests'],
]
const TEXT = /\.(?:css|example|json|md|mjs|prisma|py|tsx?|ya?ml)$/
/** What is generated, data, what LinkedIn says, and migrations, which stay as released. */
const OTHERS =
  /\/(?:node_modules|dist|generated|migrations|schema\.ts|webhook-events\.ts|common-passwords\.ts|linkedin\.ts)$|^package-lock/
const SELF = 'tests/rules/american-spelling.test.ts'

const BRITISH = new RegExp(
  [
    'cancell(?:ed|ing)|enrolment|enrol(?!l)|instalment|fulfil(?!l)|judgement|artefact|towards',
    'behaviour|colour|favour|honour|neighbour|licence|defence|offence|centre|catalogue|grey(?!list)',
    'labell(?:ed(?!by)|ing)|modell(?:ed|ing)|signall(?:ed|ing)|travell(?:ed|ing)|totall(?:ed|ing)',
    'whilst|amongst|learnt|spelt|programme(?![dr])|analys(?:ed?|ing)(?![a-z])',
    '(?:anonym|author|capital|categor|character|custom|external|final|general|initial|internal|local|' +
      'material|maxim|memor|minim|normal|optim|organ|priorit|pseudonym|random|real|recogn|sanit|' +
      'serial|special|stabil|standard|summar|synchron|token|util|visual)is(?:ation|e[drs]?|ing)(?![a-z])',
  ].join('|'),
  'i',
)

/** The spellings that clients or stored data depend on, from the style guide. */
const frozen = new Set(
  [...section('### Spelling').matchAll(/`([^`]+)`/g)].map(([, spelling]) => spelling!),
)

function section(heading: string): string {
  const [, after = ''] = readFileSync('docs/style.md', 'utf8').split(`\n${heading}\n`)
  return after.split(/\n##+ /)[0]!
}

function isOurText(path: string): boolean {
  return TEXT.test(path) && !OTHERS.test(path) && path !== SELF
}

function texts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return OTHERS.test(path) ? [] : texts(path)
    return isOurText(path) ? [path] : []
  })
}

/** The British spellings in a line. A frozen one that is a plain word counts as code only. */
function britishIn(line: string): string[] {
  return [...line.matchAll(/\w+/g)].flatMap(({ 0: word, index }) => {
    if (!BRITISH.test(word)) return []
    const isCode =
      /_/.test(word) ||
      /['"`.=]$/.test(line.slice(0, index)) ||
      /^\s*\w+:?$/.test(line.slice(0, index + word.length + 1))
    return frozen.has(word) && isCode ? [] : [word]
  })
}

it('code, comments, texts, and docs have American spelling, except for what is frozen', () => {
  const files = [...ROOTS.flatMap(texts), ...readdirSync('.').filter(isOurText)]
  expect(files.length).toBeGreaterThan(2000)
  const found = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    if (!BRITISH.test(text)) return []
    return text
      .split('\n')
      .flatMap((line, index) => britishIn(line).map((word) => `${path}:${index + 1} ${word}`))
  })
  expect(found).toEqual([])
})
