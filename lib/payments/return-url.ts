import { settings } from '@/lib/config/settings'

/** Whether a browser may be sent there after a payment: this origin, or an address that was listed for apps. */
export function isReturnUrl(address: string): boolean {
  if (settings().external.appRedirectUris.includes(address)) return true
  // URL drops or rewrites all else silently, and a Location header cannot carry it: what was judged would not be what is sent.
  if (!/^[\x21-\x7e]+$/.test(address) || address.includes('\\') || !URL.canParse(address)) return false
  const url = new URL(address)
  return url.origin === new URL(settings().baseUrl).origin && !url.username && !url.password
}

/** The address with `payment_id` added. Written by hand: URL would rewrite addresses of schemes that it does not know. */
export function withPaymentId(address: string, paymentId: string): string {
  const [before = '', ...fragment] = address.split('#')
  const query = `${before}${before.includes('?') ? '&' : '?'}payment_id=${paymentId}`
  return [query, ...fragment].join('#')
}
