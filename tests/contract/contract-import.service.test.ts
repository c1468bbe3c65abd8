import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_IMPORT_BYTES } from '@/lib/platform/size-limits'
import { bearer } from '@/tests/kit/contract/api-client'
import {
  type ContractService,
  LANES,
  startContractService,
} from '@/tests/kit/contract/contract-service'
import { PASSWORD } from '@/tests/kit/make-user'
import { until } from '@/tests/kit/until'

const NO_IMPORT = '01890000-0000-7000-8000-000000000001'
const CSV = { 'content-type': 'text/csv' }

describe.each(LANES)('the contract of import and export, served by %s', (_, args) => {
  let service: ContractService['service']
  let api: ContractService['api']
  let admin: ContractService['admin']
  let unprivileged: { authorization: string }

  beforeAll(async () => {
    ;({ service, api, admin } = await startContractService(args))
    await imported('email,email_verified,password_hash\nplain@example.org,true,' + (await hashOf()))
    const signedIn = await api.post('/auth/login', {
      email: 'plain@example.org',
      password: PASSWORD,
    })
    expect(signedIn.status).toBe(200)
    unprivileged = bearer(String(signedIn.body.access_token))
  }, 120_000)
  afterAll(() => service.stop())

  async function hashOf(): Promise<string> {
    const { default: bcrypt } = await import('bcryptjs')
    return bcrypt.hashSync(PASSWORD, 5)
  }
  const send = (text: string, query = '', headers: Record<string, string> = CSV) =>
    api.post(`/users/imports${query}`, text, { ...admin, ...headers })
  const finished = (id: string) =>
    until('the import is done', 20_000, async () => {
      const { body } = await api.get(`/users/imports/${id}`, admin)
      return body.status === 'completed' || body.status === 'stopped' ? body : null
    })
  async function imported(text: string, query = '') {
    const answer = await send(text, query)
    expect(answer.status).toBe(202)
    return finished(String(answer.body.id))
  }
  /** Not JSON, so it is fetched without the client, which expects JSON. */
  const fetched = async (path: string) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, { headers: admin })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  it('accepts a file in each format, answers 202 with a status URL, and processes it', async () => {
    for (const [type, text] of [
      ['text/csv; charset=UTF-8', 'email,name\r\ncsv@new.org,"Ada, L."'],
      ['application/json', '[{"email":"json@new.org","roles":["user"]}]'],
      ['application/x-ndjson', '{"email":"ndjson@new.org"}\n'],
    ] as const) {
      const answer = await send(text, '', { 'content-type': type })
      expect(answer).toMatchObject({
        status: 202,
        body: { status: 'queued', total: 1, dry_run: false },
      })
      expect(answer.headers.get('location')).toBe(`/api/v1/users/imports/${String(answer.body.id)}`)
      expect(await finished(String(answer.body.id))).toMatchObject({
        status: 'completed',
        created: 1,
      })
    }
    const listed = await api.get('/users?query=csv@new.org', admin)
    expect(listed.body.data).toMatchObject([
      { name: 'Ada, L.', status: 'pending', roles: ['user'] },
    ])
    const imports = await api.get('/users/imports?limit=2', admin)
    expect(imports.body).toMatchObject({
      data: [{ format: 'ndjson' }, { format: 'json' }],
      page: { has_more: true },
    })
    expect((await api.get('/users/imports?cursor=x', admin)).status).toBe(422)
  })

  it('reports refused rows and their columns as a file, and imports the other rows of a dry run once', async () => {
    const bad = await imported(
      'email,roles\nroot@example.org,\n=1+1,\nok@new.org,=2',
      '?dry_run=true&file_name=bad.csv',
    )
    expect(bad).toMatchObject({
      file_name: 'bad.csv',
      created: 0,
      refused: 3,
      runnable_until: null,
    })
    const path = `/users/imports/${String(bad.id)}`
    const csv = await fetched(`${path}/refused?format=csv`)
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="refused-/)
    expect(csv.text.split('\r\n').slice(0, 4)).toEqual([
      '"row","email","column","value","code","detail"',
      '"1","root@example.org","email","","email_taken","Another account has this email address."',
      '"2","\'=1+1","email","","invalid_email","Enter a valid email address. Before the @, only ASCII letters, digits, and . _ + - \' are allowed."',
      '"3","ok@new.org","roles","\'=2","unknown_role","There is no role with this name."',
    ])
    expect(
      JSON.parse((await fetched(`${path}/refused?format=ndjson`)).text.split('\n')[0]!),
    ).toMatchObject({
      row: 1,
      column: 'email',
    })
    expect((await send('email\na@x.org', '?file_name=a%0Ab.csv')).status).toBe(422)
    expect((await api.get(`${path}/refused?format=xml`, admin)).status).toBe(422)
    expect(await api.post(`${path}/run`, undefined, admin)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })

    const good = await imported('email\ndry@new.org\nnobody', '?dry_run=true')
    expect(good).toMatchObject({ file_name: null, created: 1, refused: 1 })
    expect((await api.get('/users?query=dry@new.org', admin)).body.data).toEqual([])
    const run = `/users/imports/${String(good.id)}/run`
    expect(await api.post(run, undefined, admin)).toMatchObject({
      status: 202,
      body: { dry_run: false },
    })
    expect(await finished(String(good.id))).toMatchObject({
      created: 1,
      refused: 1,
      dry_run: false,
    })
    expect((await api.post(run, undefined, admin)).status).toBe(409)
    expect((await api.get('/users?query=dry@new.org', admin)).body.data).toHaveLength(1)
  })

  it('invites everyone without a password once, in the background, and reports progress', async () => {
    const { id, without_password } = await imported('email\nfirst@invited.org\nsecond@invited.org')
    expect(without_password).toBe(2)
    const path = `/users/imports/${String(id)}`
    const invite = (headers = admin) => api.post(`${path}/invitations`, undefined, headers)
    expect((await invite(unprivileged)).status).toBe(403)
    expect((await api.post(`${path}/invitations`, { force: true }, admin)).status).toBe(422)
    expect(
      (await api.post(`/users/imports/${NO_IMPORT}/invitations`, undefined, admin)).status,
    ).toBe(404)
    expect((await api.get(path, admin)).body.invitations).toBeNull()
    expect(await invite()).toMatchObject({
      status: 202,
      body: { id, invitations: { stopped_because: null } },
    })
    const done = await until('all are invited', 20_000, async () => {
      const { body } = await api.get(path, admin)
      return (body.invitations as { status: string }).status === 'completed' ? body : null
    })
    expect(done.invitations).toMatchObject({ invited: 2, finished_at: expect.any(String) })
    expect(await invite()).toMatchObject({ status: 202, body: done })

    const dry = await imported('email\nthird@invited.org', '?dry_run=true')
    expect(
      await api.post(`/users/imports/${String(dry.id)}/invitations`, undefined, admin),
    ).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  it('cancels a running import once, and reports what was created', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `many${i}@new.org`)
    const { id } = (await send(`email\n${lines.join('\n')}`)).body
    const path = `/users/imports/${String(id)}`
    await until(
      'some are made',
      20_000,
      async () => Number((await api.get(path, admin)).body.created) > 0,
    )
    expect((await api.post(`${path}/cancel`, { force: true }, admin)).status).toBe(422)
    // On a busy machine the database may be briefly unavailable while batches are processed.
    const cancel = () =>
      until('an answer to the cancellation', 20_000, async () => {
        const answer = await api.post(`${path}/cancel`, undefined, admin)
        return answer.status === 503 ? null : answer
      })
    const canceled = await cancel()
    expect(canceled).toMatchObject({
      status: 200,
      body: { status: 'stopped', stopped_because: 'cancelled', finished_at: expect.any(String) },
    })
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await api.get(path, admin)).body).toEqual(canceled.body)
  })

  it.each([
    ['email,password\na@x.org,secret', CSV, 422, 'validation_failed', '/password'],
    ['name\nAda', CSV, 422, 'validation_failed', '/email'],
    ['', CSV, 422, 'validation_failed', ''],
    ['email,name\na@x.org', CSV, 422, 'validation_failed', '/0'],
    [
      '[{"email":"a@x.org"},{"admin":1}]',
      { 'content-type': 'application/json' },
      422,
      'validation_failed',
      '/1/admin',
    ],
    ['[{', { 'content-type': 'application/json' }, 400, 'malformed_json', null],
    ['email\na@x.org', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type', null],
    [
      'email\na@x.org',
      { 'content-type': 'text/csv; charset=iso-8859-9' },
      415,
      'unsupported_media_type',
      null,
    ],
    ['email\na@x.org', { ...CSV, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type', null],
  ])('refuses %.40j as a whole', async (text, headers, status, code, pointer) => {
    const answer = await send(text, '', headers)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (pointer !== null) expect(answer.body.errors).toMatchObject([{ pointer }])
    expect(answer.text).not.toContain('secret')
  })

  it('accepts 10 MiB here, and nowhere else', async () => {
    const limit = MAX_IMPORT_BYTES
    const padded = (size: number) =>
      `email,name\npad@new.org,${' '.repeat(90_000)}\n`.padEnd(size, '\n')
    expect((await send(padded(limit), '?dry_run=true')).status).toBe(202)
    expect(await send(padded(limit + 1))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
    expect((await api.post('/users', padded(200_000), admin)).status).toBe(413)
  })

  it('never loses the refusal of a file that is still being sent', async () => {
    const file = 'x'.repeat(3_000_000)
    const statuses = async (headers: Record<string, string>, path = '/users/imports') => {
      const all = []
      for (let i = 0; i < 40; i++)
        all.push((await api.post(path, file, { ...headers, ...CSV })).status)
      return new Set(all)
    }
    expect(await statuses({})).toEqual(new Set([401]))
    expect(await statuses(unprivileged)).toEqual(new Set([403]))
    expect(await statuses({ ...admin, 'content-encoding': 'gzip' })).toEqual(new Set([415]))
    expect(await statuses(admin, '/users')).toEqual(new Set([413]))
  })

  it('checks the caller and their permissions before reading the file', async () => {
    const file = 'email\na@x.org'
    expect((await api.post('/users/imports', file, CSV)).status).toBe(401)
    for (const answer of [
      await api.post('/users/imports', 'x'.repeat(200_000), { ...unprivileged, ...CSV }),
      await api.get('/users/imports', unprivileged),
      await api.get(`/users/imports/${NO_IMPORT}`, unprivileged),
      await api.get(`/users/imports/${NO_IMPORT}/refused?format=csv`, unprivileged),
      await api.post(`/users/imports/${NO_IMPORT}/run`, undefined, unprivileged),
      await api.post(`/users/imports/${NO_IMPORT}/cancel`, undefined, unprivileged),
    ])
      expect(answer).toMatchObject({ status: 403, body: { required_permission: 'users:activate' } })
    expect(await api.get('/users/export?format=csv', unprivileged)).toMatchObject({
      status: 403,
      body: { required_permission: 'users:list' },
    })
    for (const path of ['', '/refused?format=csv'])
      expect((await api.get(`/users/imports/${NO_IMPORT}${path}`, admin)).status).toBe(404)
    for (const act of ['run', 'cancel'])
      expect((await api.post(`/users/imports/${NO_IMPORT}/${act}`, undefined, admin)).status).toBe(
        404,
      )
  })

  it('exports by the filters of the list', async () => {
    const csv = await fetched('/users/export?format=csv&query=root')
    expect([csv.status, csv.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ])
    expect(csv.text).toMatch(
      /^"id","email","email_verified",.*\r\n"[\w-]+","root@example\.org","true","","\w*","active","admin","false",/,
    )
    expect(csv.text.split('\r\n')).toHaveLength(3)
    expect(csv.text).not.toContain('$argon2')
    const lines = (await fetched('/users/export?format=ndjson&sort=email&status=active')).text
      .trim()
      .split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { email: string }).email)).toEqual([
      'plain@example.org',
      'root@example.org',
    ])
    for (const query of ['', '?format=xml', '?format=csv&sort=password', '?format=csv&status=x'])
      expect((await api.get(`/users/export${query}`, admin)).status).toBe(422)
  })
})
