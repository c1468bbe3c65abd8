/**
 * What a User-Agent header reveals, as far as it is known. Names come from this file, never from
 * the header.
 */
export interface ClientDevice {
  program: string | null
  system: string | null
  form: 'phone' | 'tablet' | 'desktop' | 'program'
}

// Order matters: Edge and Opera call themselves Chrome, Chrome calls itself Safari.
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\b/],
  ['Opera', /\b(?:OPR|Opera|OPiOS)\b/],
  ['Vivaldi', /\bVivaldi\b/],
  ['Yandex', /\b(?:YaBrowser|Yandex)\b/],
  ['Samsung Internet', /\bSamsung(?:Browser| Internet)\b/],
  ['Firefox', /\b(?:Firefox|FxiOS)\b/],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\b/],
  ['Safari', /\bSafari\b/],
]
const PROGRAMS: readonly (readonly [string, RegExp])[] = [
  ['curl', /^curl\b/],
  ['Wget', /^Wget\b/],
  ['Postman', /^Postman(?:Runtime)?\b/],
  ['Insomnia', /^insomnia\b/i],
  ['okhttp', /^okhttp\b/],
  ['Dart', /^Dart\b/],
  ['Python', /^python\b/i],
  ['Go', /^Go(?:-http-client|,|$)/],
  ['Java', /^Java\b/],
  ['Node.js', /^(?:node|Node\.js|undici)\b/],
  ['iOS app', /\bCFNetwork\b|^iOS app\b/],
]
const SYSTEMS: readonly (readonly [string, RegExp, ClientDevice['form']])[] = [
  ['iPhone', /\biPhone\b/, 'phone'],
  ['iPad', /\biPad\b/, 'tablet'],
  ['Android', /\bAndroid\b.*\bMobile\b/, 'phone'],
  ['Android', /\bAndroid\b/, 'tablet'],
  ['Windows', /\bWindows\b/, 'desktop'],
  ['ChromeOS', /\b(?:CrOS|ChromeOS)\b/, 'desktop'],
  ['macOS', /\b(?:Mac OS X|Macintosh|macOS)\b/, 'desktop'],
  ['Linux', /\bLinux\b/, 'desktop'],
]

/**
 * Names the browser and the system of a User-Agent header. Both are null if it is unknown or
 * missing.
 */
export function readUserAgent(userAgent: string | null): ClientDevice {
  const head = (userAgent ?? '').slice(0, 500)
  const browser = BROWSERS.find(([, form]) => form.test(head))?.[0]
  const program = PROGRAMS.find(([, form]) => form.test(head))?.[0]
  const [system, , form] = SYSTEMS.find(([, pattern]) => pattern.test(head)) ?? [null, null, null]
  return {
    program: browser ?? program ?? null,
    system,
    form: program && !browser ? 'program' : (form ?? 'program'),
  }
}

/**
 * Names the browser and system of a User-Agent, like "Firefox, Linux"; null if neither is known. No
 * part of the header itself is passed on, because a client could put a link or a warning of its own
 * into a security email. Its result gives the same text when it is described again.
 */
export function describeDevice(userAgent: string): string | null {
  const { program, system } = readUserAgent(userAgent)
  return [program, system].filter(Boolean).join(', ') || null
}
