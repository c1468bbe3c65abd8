import type { NextRequest } from 'next/server'
import { answerWebRequest } from '@/lib/web/answer-web-request'

// Everything except Next's own files, the icon, the logos, which caches may keep, and the API,
// whose routes authenticate requests themselves wherever they run.
export const config = {
  matcher: [
    '/((?!_next/|__nextjs|api/v1/|icon\\.svg$|favicon\\.ico$|brand/logo-(?:light|dark)$).*)',
  ],
}

/** Checks every page request and sets the headers for pages and browsers. */
export function proxy(request: NextRequest): Promise<Response> {
  return answerWebRequest(request)
}
