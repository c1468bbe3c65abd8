import type { ProblemText } from '@/lib/i18n/en/problem-texts'
import type { ProblemCode } from '@/lib/platform/problems'

const signInAgain = 'Yeniden giriş yapın.'
const refreshOrSignIn = 'Erişim jetonunu yenileyin; bu da olmazsa yeniden giriş yapın.'
const waitForRetryAfter = 'Retry-After başlığında yazan süre kadar bekleyip yeniden deneyin.'

/** Every problem that a client can meet, by its code. */
export const problemTexts: Record<ProblemCode, ProblemText> = {
  malformed_json: {
    title: 'Bozuk JSON',
    text: 'Gövde geçerli bir JSON değil.',
    remedy: 'UTF-8 ile kodlanmış tek bir JSON nesnesi gönderin.',
  },
  bad_request: {
    title: 'Hatalı istek',
    text: 'İstek okunamıyor.',
    remedy: 'İsteği API belgeleriyle karşılaştırın.',
  },
  invalid_or_expired_token: {
    title: 'Geçersiz veya süresi dolmuş bağlantı',
    text: 'Bu bağlantı geçersiz, daha önce kullanılmış veya süresi dolmuş. Yeni bir bağlantı isteyin.',
    remedy: 'Yeni bir ileti isteyin; her bağlantı bir kez ve sınırlı bir süre çalışır.',
  },
  invalid_credentials: {
    title: 'E-posta adresi veya parola yanlış',
    text: 'E-posta adresi veya parola yanlış.',
    remedy:
      'İkisini de kontrol edin ya da parolayı sıfırlayın. Hesabı olmayan adreslere de aynı yanıt verilir.',
  },
  token_missing: {
    title: 'Jeton eksik',
    text: 'Bunun için giriş yapın.',
    remedy: 'Erişim jetonunu Authorization: Bearer başlığıyla gönderin.',
  },
  invalid_token: {
    title: 'Geçersiz jeton',
    text: 'Oturumunuz geçerli değil. Yeniden giriş yapın.',
    remedy: refreshOrSignIn,
  },
  token_expired: {
    title: 'Jetonun süresi dolmuş',
    text: 'Oturumunuzun süresi doldu. Yeniden giriş yapın.',
    remedy: 'Erişim jetonunu yenileyip isteği tekrarlayın.',
  },
  session_revoked: {
    title: 'Oturum kapatılmış',
    text: 'Bu oturum kapatıldı. Yeniden giriş yapın.',
    remedy: signInAgain,
  },
  reauthentication_required: {
    title: 'Yeni giriş gerekiyor',
    text: 'Bunun için yeniden giriş yapın.',
    remedy:
      'Yeniden giriş yapın; max_age, girişin en fazla kaç saniye önce yapılmış olması gerektiğini söyler.',
  },
  refresh_token_reused: {
    title: 'Yenileme jetonu yeniden kullanıldı',
    text: 'Bu oturum iki ayrı yerden kullanıldığı için kapatıldı. Yeniden giriş yapın.',
    remedy:
      'Her yenileme jetonu bir kez kullanılır. En yenisini saklayın; güvenle yinelemek için Idempotency-Key gönderin.',
  },
  invalid_refresh_token: {
    title: 'Geçersiz yenileme jetonu',
    text: 'Oturumunuzun süresi doldu. Yeniden giriş yapın.',
    remedy: signInAgain,
  },
  email_not_verified: {
    title: 'E-posta adresi doğrulanmamış',
    text: 'Önce e-posta adresinizi doğrulayın: size gönderdiğimiz iletideki bağlantıyı açın.',
    remedy: 'İletideki bağlantıyı açın ya da POST /api/v1/auth/resend-verification ile yenisini isteyin.',
  },
  insufficient_permission: {
    title: 'İzin eksik',
    text: 'Bunun için gereken izniniz yok.',
    remedy:
      'Gereken izin required_permission alanında yazar. Bir yönetici bunu rollerinizden birine ekleyebilir.',
  },
  origin_not_allowed: {
    title: 'Kaynağa izin verilmiyor',
    text: 'İstek başka bir siteden geldi. Bu sayfayı doğrudan açıp yeniden deneyin.',
    remedy: 'İzin verilen bir kaynaktan ya da tarayıcı dışından Bearer jetonuyla çağırın.',
  },
  not_found: {
    title: 'Bulunamadı',
    text: 'Burada bir şey yok ya da görmeye yetkiniz yok.',
    remedy: 'Adresi ve kimliği kontrol edin.',
  },
  method_not_allowed: {
    title: 'Yönteme izin verilmiyor',
    text: 'Bu adres o yöntemi desteklemiyor.',
    remedy: 'Desteklenen yöntemler Allow başlığındadır.',
  },
  conflict: {
    title: 'Çakışma',
    text: 'Bu işlem şimdiki durumla çakışıyor.',
    remedy: 'Nesneyi yeniden okuyup yeniden karar verin.',
  },
  email_taken: {
    title: 'E-posta adresi kullanımda',
    text: 'Bu e-posta adresi başka bir hesaba ait.',
    remedy: 'Başka bir adres kullanın.',
  },
  precondition_failed: {
    title: 'Bu arada değişti',
    text: 'Bu kayıt bu arada değiştirildi. Kaydetmeden önce yeniden bakın.',
    remedy: 'Nesneyi yeniden okuyun ve yeni ETag değerini If-Match ile gönderin.',
  },
  body_too_large: {
    title: 'Gövde çok büyük',
    text: 'Gönderilen içerik bu adresin kabul ettiğinden büyük.',
    remedy: '100 kB’den küçük bir gövde gönderin.',
  },
  unsupported_media_type: {
    title: 'Desteklenmeyen içerik türü',
    text: 'Bu tür içerik burada kabul edilmiyor.',
    remedy: 'Content-Type: application/json gönderin.',
  },
  validation_failed: {
    title: 'Doğrulama başarısız',
    text: 'İşaretli alanları kontrol edin.',
    remedy: 'errors, her hatayı alanını gösteren bir JSON Pointer ile listeler.',
  },
  password_too_weak: {
    title: 'Parola çok zayıf',
    text: 'Başka bir parola seçin.',
    remedy: 'Nedeni errors içinde yazar. Uzunluk, özel karakterlerden daha çok işe yarar.',
  },
  account_locked: {
    title: 'Çok fazla deneme',
    text: 'Çok fazla başarısız deneme yapıldı. Bir süre bekleyin veya parolanızı sıfırlayın.',
    remedy: 'Retry-After başlığında yazan süre kadar bekleyin. Parola sıfırlama açık kalır.',
  },
  rate_limited: {
    title: 'Çok fazla istek',
    text: 'Ağ adresinizden çok fazla istek geldi. Biraz bekleyin.',
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
}
