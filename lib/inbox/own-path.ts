/** How long a path may be, in UTF-16 units. */
export const OWN_PATH_LENGTH = 500
/** Visible ASCII alone: browsers drop tabs and line breaks, and "/<tab>/evil.example" would lead elsewhere. */
const OWN_PATH = /^\/(?![/\\])[!-~]*$/

/** Whether this leads to a page of this service and nowhere else. */
export function isOwnPath(text: string): boolean {
  return OWN_PATH.test(text) && text.length <= OWN_PATH_LENGTH
}
