import { carryAnswerOver } from '@/lib/web/carry-answer-over'
import { endExternalSignIn } from '@/lib/web/end-external-sign-in'

export const GET = endExternalSignIn
export const POST = carryAnswerOver
