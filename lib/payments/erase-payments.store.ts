import type { Db } from '@/lib/platform/db/database'

/**
 * Removes what the payments of an erased owner still say beyond amounts, times, and states: where
 * the customer came from and the token of the payment method. An unsettled payment that the
 * provider may not have received keeps them, because it has to be sent again unchanged. Returns how
 * many payments have to wait: until they are settled, or (a wrong amount has a failure code before
 * that) until the provider is known to have them.
 */
export async function erasePaymentTexts(db: Db, ownerId: string): Promise<number> {
  await db.$executeRaw`
    UPDATE simulator_payments s SET return_url = '', token = '' FROM payments p
    WHERE p.owner_id = ${ownerId}::uuid AND s.payment_id = p.id
      AND p.status NOT IN ('processing', 'requires_action') AND (s.return_url, s.token) <> ('', '')`
  await db.$executeRaw`
    UPDATE payments SET return_url = '', redirect_url = NULL, payment_method_token = NULL
    WHERE owner_id = ${ownerId}::uuid AND (return_url <> '' OR redirect_url IS NOT NULL OR payment_method_token IS NOT NULL)
      AND (status NOT IN ('processing', 'requires_action') OR provider_reference IS NOT NULL)`
  return db.payment.count({
    where: {
      ownerId,
      OR: [
        { status: { in: ['processing', 'requires_action'] }, failureCode: null },
        { returnUrl: { not: '' } },
      ],
    },
  })
}
