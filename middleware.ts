import type { NextRequest } from 'next/server'
import { answerWebRequest } from '@/lib/web/answer-web-request'

// Everything but Next's own files, the icon, the logos, which caches may keep, and the API, whose
// routes ask for themselves on whichever lane they run.
export const config = {
  runtime: 'nodejs',
  matcher: [
    '/((?!_next/|__nextjs|api/v1/|icon\\.svg$|favicon\\.ico$|brand/logo-(?:light|dark)$).*)',
  ],
}

/** The gate before every page. */
export function middleware(request: NextRequest): Promise<Response> {
  return answerWebRequest(request)
}
