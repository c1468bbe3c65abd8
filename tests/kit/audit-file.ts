import { exportAuditChain } from '@/lib/audit/export-audit-chain'
import { readChainHead } from '@/lib/audit/verify-audit-chain'
import { verifyAuditFile } from '@/lib/audit/verify-audit-file'
import { OPERATOR } from '@/lib/platform/request-context'
import { testContext } from '@/tests/kit/test-context'

/** The lines of an export of the audit trail. `onPart` is called with each part before the next. */
export async function exportedLines(
  at: Date,
  onPart: (part: string) => unknown = () => undefined,
): Promise<string[]> {
  let text = ''
  for await (const part of exportAuditChain(OPERATOR, testContext({ now: at }))) {
    await onPart(part)
    text += part
  }
  return text.trimEnd().split('\n')
}

async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Verifies an export, with a head if one is given. */
export const verifyLines = (lines: readonly string[], head?: string) =>
  verifyAuditFile(stream(lines), head ? readChainHead(head)! : undefined)
