import { answerRenewal } from '@/lib/web/web-session'

export const POST = answerRenewal
