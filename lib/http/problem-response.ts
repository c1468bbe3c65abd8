import { toProblemAnswer } from '@/lib/http/problem-answer'
import type { Refusal } from '@/lib/platform/problems'

/** A refusal as a Web Response. */
export function problemResponse(
  refusal: Refusal,
  about: { path: string; requestId: string },
  extraHeaders: Record<string, string> = {},
): Response {
  const { status, headers, text } = toProblemAnswer(refusal, about, extraHeaders)
  return new Response(text, { status, headers })
}
