import { findChainHead, listUnsealed } from '@/lib/audit/audit-seal.store'
import { CHAIN_START, chainMac, currentSealKey, wholeRowMac } from '@/lib/audit/seal-macs'
import { inTransaction } from '@/lib/platform/db/transaction'

/**
 * Executes statements as an attacker with superuser access to the database: without any trigger.
 */
export async function asSuperuser(...statements: string[]): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`
    for (const sql of statements) await tx.$executeRawUnsafe(sql)
  })
}

/** Seals what waits as builds before erasure did: over the personal values themselves. */
export async function sealAsOlderBuild(): Promise<void> {
  await inTransaction(async (tx) => {
    const far = new Date('9999-01-01')
    const rows = await listUnsealed(tx, { until: far, latest: far, limit: 500 })
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
