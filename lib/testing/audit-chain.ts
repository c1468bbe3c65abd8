import { findChainHead, listUnsealed } from '@/lib/audit/audit-seal.store'
import { CHAIN_START, chainMac, currentSealKey, wholeRowMac } from '@/lib/audit/seal-macs'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

const TABLES = ['audit_records', 'audit_seals', 'audit_salts', 'audit_reseals']

/** Executes statements as an attacker with superuser access to the database. */
export async function asSuperuser(...statements: string[]): Promise<void> {
  const all = (what: string) => TABLES.map((table) => `ALTER TABLE ${table} ${what} TRIGGER USER`)
  for (const sql of [...all('DISABLE'), ...statements, ...all('ENABLE')])
    await db().$executeRawUnsafe(sql)
}

/** Seals what waits as builds before erasure did: over the personal values themselves. */
export async function sealAsOlderBuild(): Promise<void> {
  await inTransaction(async (tx) => {
    const far = new Date('9999-01-01')
    const rows = await listUnsealed(tx, { until: far, horizon: far, limit: 500 })
    const head = await findChainHead(tx)
    const { id: keyId, bytes } = currentSealKey()
    const sealedAt = new Date()
    let { seq, mac } = head ?? { seq: 0, mac: CHAIN_START }
    for (const row of rows) {
      const seal = { seq: ++seq, recordId: row.id, rowMac: wholeRowMac(bytes, row), sealedAt }
      mac = chainMac(bytes, seal, mac)
      // The columns that an older build names.
      await tx.$executeRaw`
        INSERT INTO audit_seals (seq, record_id, row_mac, mac, key_id, sealed_at)
        VALUES (${seq}::bigint, ${row.id}::uuid, ${seal.rowMac}, ${mac}, ${keyId}, ${sealedAt}::timestamptz)`
      await tx.$executeRaw`DELETE FROM audit_unsealed WHERE record_id = ${row.id}::uuid`
    }
  })
}
