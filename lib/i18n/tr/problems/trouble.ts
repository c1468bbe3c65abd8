import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = 'Retry-After başlığında yazan süre kadar bekleyip yeniden deneyin.'

/** Limits and trouble on our side. */
export const troubleProblems = {
  rate_limited: {
    title: 'Çok fazla istek',
    text: 'Kısa sürede çok fazla istek gönderildi. Biraz bekleyip yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  internal_error: {
    title: 'İç hata',
    text: 'Bizden kaynaklanan bir sorun oluştu. Yeniden deneyin; sürerse istek kimliğini bildirin.',
    remedy: 'Daha sonra yeniden deneyin; bildirirken request_id değerini verin.',
  },
  overloaded: {
    title: 'Aşırı yük',
    text: 'Servis şu anda yoğun. Birazdan yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  unavailable: {
    title: 'Kullanılamıyor',
    text: 'Servis şu anda kullanılamıyor. Birazdan yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  phone_budget_exceeded: {
    title: 'Çok fazla kod',
    text: 'Çok fazla doğrulama kodu istediniz. Biraz bekleyip yeniden deneyin.',
    remedy: 'Retry-After süresi kadar bekleyin: kodlar arasında bir dakika, saatte beş, günde on kod.',
  },
  sms_unavailable: {
    title: 'Kısa mesaj gönderilemiyor',
    text: 'Şu anda kısa mesaj gönderilemiyor. Daha sonra yeniden deneyin.',
    remedy:
      'Günlük sınır doldu: SMS_DAILY_LIMIT veya SMS_COUNTRY_DAILY_LIMIT değerini yükseltin ya da Retry-After süresi kadar bekleyin.',
  },
} satisfies Record<string, ProblemText>
