// Order matters: Edge and Opera call themselves Chrome, Chrome calls itself Safari.
const PROGRAMS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\b/],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\b/],
  ['Safari', /\bSafari\b/],
  ['curl', /^curl\//],
  ['okhttp', /^okhttp\//],
  ['Dart', /^Dart\//],
  ['Node.js', /^(node|undici)\b/],
]
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\b(Mac OS X|Macintosh|Darwin)\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Names the program and system behind a User-Agent, like "Firefox, Linux"; null when neither is known. Nothing of the header
 * itself is passed on: whoever sends it could write a link or a warning of their own into a security mail.
 */
export function describeDevice(userAgent: string): string | null {
  const head = userAgent.slice(0, 500)
  const name = (list: typeof PROGRAMS) => list.find(([, form]) => form.test(head))?.[0]
  return [name(PROGRAMS), name(SYSTEMS)].filter(Boolean).join(', ') || null
}
