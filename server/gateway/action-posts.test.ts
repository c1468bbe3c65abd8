import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'
import {
  type ActionTable,
  isOwnPost,
  readActionTable,
  validateActionPost,
} from '@/server/gateway/action-posts'

const idOf = (digit: string) => `60${digit.repeat(40)}`
const [LOGIN, USER, SIGN_OUT, INVITE, UNKNOWN] = [
  idOf('1'),
  idOf('2'),
  idOf('3'),
  idOf('4'),
  idOf('f'),
]
const MANIFEST = {
  node: {
    [LOGIN]: { workers: { 'app/auth/login/page': {} } },
    [USER]: { workers: { 'app/(admin)/dashboard/users/[id]/page': {} } },
    [INVITE]: { workers: { 'app/(admin)/dashboard/users/invite/page': {} } },
    [SIGN_OUT]: { workers: { 'app/forbidden/page': {}, 'app/auth/logout/page': {} } },
  },
}

let table: ActionTable
beforeAll(() => {
  useSettings({ APP_BASE_URL: 'http://localhost:3000' })
  const root = temporaryFolder()
  mkdirSync(join(root, '.next/server'), { recursive: true })
  writeFileSync(join(root, '.next/server/server-reference-manifest.json'), JSON.stringify(MANIFEST))
  table = readActionTable(root)
})
afterEach(() => vi.restoreAllMocks())

/** The result of validating a post with that body to that path. */
async function validate(
  path: string,
  form: FormData | string,
  headers: Record<string, string> = {},
) {
  const request = new Request('http://localhost:3000', { method: 'POST', body: form, headers })
  const body = Buffer.from(await request.clone().arrayBuffer())
  const req = { headers: Object.fromEntries(request.headers) } as unknown as IncomingMessage
  return validateActionPost(req, { path, body, table })
}

function formOf(...fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** The fields that React adds to a form with state. */
const bound = (id: string): [string, string][] => [
  ['$ACTION_REF_1', ''],
  ['$ACTION_1:0', JSON.stringify({ id, bound: '$@1' })],
  ['$ACTION_1:1', '[{}]'],
]

describe('a post to a page', () => {
  it.each([
    [
      'named in its header',
      () => validate('/auth/login', formOf(['0', '[]']), { 'next-action': LOGIN }),
    ],
    ['by a form without state', () => validate('/auth/login', formOf([`$ACTION_ID_${LOGIN}`, '']))],
    [
      'by a form with state',
      () => validate('/auth/login', formOf(...bound(LOGIN), ['email', 'a'])),
    ],
  ])('reaches the action of the page: %s', async (_, validated) => {
    expect(await validated()).toEqual({ kind: 'action', frame: false })
  })

  it('finds pages with ids in their path, in any route group', async () => {
    const form = formOf([`$ACTION_ID_${USER}`, ''])
    expect(await validate('/dashboard/users/42', form)).toMatchObject({ kind: 'action' })
    expect(await validate('/dashboard/users/42/more', form)).toMatchObject({ kind: 'outdated' })
    expect(table.hasPage('/dashboard/users')).toBe(false)
  })

  it('never reaches the action of another page, which Next would run or forward', async () => {
    expect(
      await validate('/dashboard/users/1', formOf(['0', '[]']), { 'next-action': LOGIN }),
    ).toEqual({
      kind: 'unknown_action',
    })
    expect(await validate('/dashboard/users/1', formOf(...bound(LOGIN)))).toMatchObject({
      kind: 'outdated',
    })
  })

  it('reaches only the static page when its path also matches a dynamic one', async () => {
    const [toInvite, toUser] = [INVITE, USER].map((id) => formOf([`$ACTION_ID_${id}`, '']))
    expect(await validate('/dashboard/users/invite', toInvite!)).toMatchObject({ kind: 'action' })
    expect(await validate('/dashboard/users/invite', toUser!)).toMatchObject({ kind: 'outdated' })
    expect(await validate('/dashboard/users/1', toInvite!)).toMatchObject({ kind: 'outdated' })
  })

  it('reaches the actions of the layout from every page', async () => {
    const form = formOf([`$ACTION_ID_${SIGN_OUT}`, ''])
    for (const path of ['/auth/login', '/no/such/page'])
      expect(await validate(path, form)).toEqual({ kind: 'action', frame: true })
  })

  it('returns the entered values of a form from another build, but no secrets', async () => {
    const fields: [string, string][] = [
      ['intent', 'save'],
      ['email', 'ada@example.org'],
      ['roles', ''],
      ['roles', 'user'],
      ['roles', 'clerk'],
      ['password', 'x'],
      ['new_password', 'x'],
      ['token', 'x'],
      ['code', 'x'],
      ['recovery_codes', 'x'],
      ['recovery_codes', 'y'],
    ]
    expect(await validate('/auth/login', formOf(...bound(UNKNOWN), ...fields))).toEqual({
      kind: 'outdated',
      form: {
        form: 'save',
        values: { intent: 'save', email: 'ada@example.org' },
        lists: { roles: ['user', 'clerk'] },
      },
    })
  })

  it.each([
    [
      'urlencoded',
      () =>
        validate('/auth/login', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    [
      'arguments that are no form',
      () =>
        validate('/auth/login', '["a"]', { 'content-type': 'text/plain', 'next-action': LOGIN }),
    ],
    [
      'JSON',
      () =>
        validate('/auth/login', '{}', { 'content-type': 'application/json', 'next-action': LOGIN }),
    ],
  ])('is refused unless it is multipart: %s', async (_, validated) => {
    expect(await validated()).toEqual({ kind: 'refused', code: 'unsupported_media_type' })
  })

  it.each([
    [
      'an id that is none',
      () => validate('/auth/login', formOf(['0', '[]']), { 'next-action': 'a'.repeat(40) }),
    ],
    ['an invalid id in a field', () => validate('/auth/login', formOf(['$ACTION_ID_x', '']))],
    [
      'two actions',
      () =>
        validate('/auth/login', formOf([`$ACTION_ID_${LOGIN}`, ''], [`$ACTION_ID_${USER}`, ''])),
    ],
    ['a reference to nothing', () => validate('/auth/login', formOf(['$ACTION_REF_1', '']))],
    [
      'arguments of its own making',
      () =>
        validate(
          '/auth/login',
          formOf(
            ['$ACTION_REF_1', ''],
            ['$ACTION_1:0', JSON.stringify({ id: LOGIN, bound: '$@7' })],
          ),
        ),
    ],
    [
      'a reference given twice',
      () =>
        validate(
          '/auth/login',
          formOf(...bound(LOGIN), ['$ACTION_1:0', JSON.stringify({ id: USER })]),
        ),
    ],
    [
      'a body that does not decode',
      () => validate('/auth/login', 'x', { 'content-type': 'multipart/form-data; boundary=y' }),
    ],
    [
      'a type that leaves its boundary open',
      () =>
        validate('/auth/login', '--x--\r\n', {
          'content-type': 'multipart/form-data; boundary=x; boundary=y',
        }),
    ],
  ])('is refused with %s', async (_, validated) => {
    expect(await validated()).toEqual({ kind: 'refused', code: 'bad_request' })
  })

  it.each([
    ['a reference', bound(LOGIN)],
    ['an id', [[`$ACTION_ID_${LOGIN}`, '']] as [string, string][]],
  ])('that names its action thousands of times is not searched as often: %s', async (_, fields) => {
    const getAll = vi.spyOn(FormData.prototype, 'getAll')
    const named = fields[0]!
    const again = Array.from({ length: 1000 }, () => named)
    expect(await validate('/auth/login', formOf(...fields, ...again))).toEqual({
      kind: 'refused',
      code: 'bad_request',
    })
    expect(getAll).not.toHaveBeenCalled()
  })

  it('with more parts than any form of ours is refused before it is parsed', async () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, i): [string, string] => [`f${i}`, ''])
    const most = formOf(...bound(LOGIN), ...fields(1197))
    expect(await validate('/auth/login', most)).toMatchObject({ kind: 'action' })
    const parse = vi.fn()
    vi.stubGlobal(
      'Response',
      class {
        formData = parse
      },
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    for (const headers of [{}, { 'next-action': LOGIN }]) {
      const more = formOf(...bound(LOGIN), ...fields(1198))
      expect(await validate('/auth/login', more, headers as Record<string, string>)).toEqual({
        kind: 'refused',
        code: 'bad_request',
      })
    }
    expect(parse).not.toHaveBeenCalled()
  })
})

describe('the origin of a post', () => {
  const own = (headers: Record<string, string>) =>
    isOwnPost({ headers } as unknown as IncomingMessage)

  it.each([
    [true, { origin: 'http://localhost:3000' }],
    [true, { 'sec-fetch-site': 'same-origin' }],
    [true, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [false, { origin: 'https://evil.example' }],
    [false, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [false, { origin: 'null' }],
    [false, { 'sec-fetch-site': 'same-site' }],
    [false, {}],
  ])('counts as ours: %s, %j', (expected, headers) => {
    expect(own(headers as Record<string, string>)).toBe(expected)
  })
})
