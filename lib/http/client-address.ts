/** Placeholder until its own slice lands. */
export function clientAddress(by: {
  remoteAddress: string | null
  forwardedFor: string | null
  hops: number
}) {
  return by.remoteAddress
}
