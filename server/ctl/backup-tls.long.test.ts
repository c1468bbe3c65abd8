import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeIf } from '@/tests/kit/describe-if'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { type Certificate, makeCertificate } from '@/tests/kit/reverse-proxies'
import { gatehousectlJson, runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const SECRETS = {
  AUTH_JWT_SECRET: 'the-signing-secret-of-gatehousectl-0123456789',
  AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}
/** With what an address has to escape. */
const PASSWORD = "p@ss/w:rd'#%20?"

/** From now on, the server accepts only TLS connections with the password. */
async function requireTlsAndPassword(cluster: PostgresCluster, { cert, key }: Certificate) {
  const lines = (file: string) =>
    `SELECT unnest(string_to_array('${readFileSync(file, 'utf8').trim()}', E'\\n'))`
  await cluster.run(`COPY (${lines(cert)}) TO PROGRAM 'cat > server.crt'`)
  await cluster.run(`COPY (${lines(key)}) TO PROGRAM 'umask 077; cat > server.key'`)
  await cluster.run('ALTER SYSTEM SET ssl = on')
  await cluster.run(
    `SET password_encryption = 'scram-sha-256'; CREATE ROLE gatehouse LOGIN PASSWORD '${PASSWORD.replaceAll("'", "''")}'`,
  )
  await cluster.run('CREATE DATABASE gatehouse OWNER gatehouse')
  await cluster.run('CREATE DATABASE gatehouse_restored OWNER gatehouse')
  await cluster.run(
    `COPY (VALUES ('hostssl all gatehouse 127.0.0.1/32 scram-sha-256')) TO PROGRAM 'cat > pg_hba.conf'`,
  )
  await cluster.run('SELECT pg_reload_conf()')
}

describeIf(PostgresCluster.isInstalled(), 'no PostgreSQL')('backups over TLS', () => {
  let cluster: PostgresCluster
  let certificate: Certificate
  beforeAll(async () => {
    cluster = (await PostgresCluster.create())!
    certificate = makeCertificate('localhost')
    await requireTlsAndPassword(cluster, certificate)
  })
  afterAll(() => cluster?.remove())

  const settings = (database: string, tls: string, password = PASSWORD) => {
    const login = `gatehouse:${encodeURIComponent(password)}@localhost:${cluster.port}`
    return { env: { ...SECRETS, DATABASE_URL: `postgresql://${login}/${database}?${tls}` } }
  }
  const verified = () => `sslmode=verify-full&sslrootcert=${certificate.cert}`

  it('are made and restored with the certificate and the password', async () => {
    const from = settings('gatehouse', verified())
    const to = settings('gatehouse_restored', verified())
    const admin = ['create-admin', 'ada@example.org', '--name', 'Ada']
    await gatehousectlJson(admin, { ...from, input: 'correct horse battery staple\n' })
    const backup = join(temporaryFolder(), 'backup')
    await gatehousectlJson(['backup', backup], from)
    await gatehousectlJson(['restore', backup], to)
    expect(await gatehousectlJson(['users', 'show', 'ada@example.org'], to)).toMatchObject({
      email: 'ada@example.org',
      roles: ['admin'],
    })
    expect(await runGatehousectl(['audit', 'verify'], to)).toMatchObject({ code: 0 })
  })

  it('are made over TLS without a check of the certificate, if that is what the address says', async () => {
    const backup = join(temporaryFolder(), 'backup')
    await gatehousectlJson(['backup', backup], settings('gatehouse', 'sslmode=no-verify'))
  })

  it.each([
    [
      'another certificate',
      () => `sslmode=verify-full&sslrootcert=${makeCertificate('localhost').cert}`,
    ],
    ['an unknown authority', () => 'sslmode=verify-full'],
    ['an unknown authority, if the address only requires TLS', () => 'sslmode=require'],
    ['a plain connection', () => 'sslmode=disable'],
  ])('are refused with %s', async (_, tls) => {
    const args = ['backup', join(temporaryFolder(), 'backup'), '--json']
    const { code, stderr } = await runGatehousectl(args, settings('gatehouse', tls()))
    expect([code, stderr]).toEqual([2, expect.not.stringContaining(encodeURIComponent(PASSWORD))])
    expect(stderr).not.toContain(PASSWORD)
  })

  it('are refused with a wrong password', async () => {
    const wrong = settings('gatehouse', verified(), 'another-password')
    const args = ['backup', join(temporaryFolder(), 'backup'), '--json']
    const { code, stderr } = await runGatehousectl(args, wrong)
    expect([code, stderr]).toEqual([2, expect.not.stringContaining('another-password')])
  })

  it('were tested on a server that refuses everything else', async () => {
    const plain = new pg.Client({
      connectionString: `postgresql://gatehouse:${encodeURIComponent(PASSWORD)}@127.0.0.1:${cluster.port}/gatehouse`,
    })
    await expect(plain.connect()).rejects.toThrow('pg_hba.conf')
  })
})
