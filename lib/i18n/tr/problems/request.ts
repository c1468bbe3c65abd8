import type { ProblemText } from '@/lib/i18n/problem-text'

/** Requests that cannot be answered as they are. */
export const requestProblems = {
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
  request_timeout: {
    title: 'İstek zaman aşımına uğradı',
    text: 'İsteğin gelmesi çok uzun sürdü.',
    remedy: 'Başlıkları 10, isteğin tamamını 30 saniye içinde gönderin.',
  },
  headers_too_large: {
    title: 'Başlıklar çok büyük',
    text: 'İstekte çok fazla başlık var ya da başlıklar çok uzun.',
    remedy: 'En çok 200 başlık ve toplam 16 kB gönderin. Tarayıcıda bu sitenin çerezlerini silin.',
  },
  misdirected_request: {
    title: 'Yanlış yönlendirilmiş istek',
    text: 'Bu hizmet o alan adıyla bilinmiyor.',
    remedy: 'Hizmeti localhost adıyla ya da APP_BASE_URL ayarındaki alan adıyla çağırın.',
  },
  not_implemented: {
    title: 'Yöntem desteklenmiyor',
    text: 'Bu hizmet o yöntemi tanımıyor.',
    remedy: 'Desteklenen yöntemler Allow başlığındadır.',
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
  payload_too_large: {
    title: 'Dosya çok büyük',
    text: 'Dosya 10 MB’tan büyük.',
    remedy: 'Daha küçük bir dosya gönderin; formda başka bir şeye pek yer yoktur.',
  },
  range_not_satisfiable: {
    title: 'Aralık karşılanamıyor',
    text: 'Dosya, istenen aralıktan önce bitiyor.',
    remedy: 'Content-Range dosyanın uzunluğunu bildirir.',
  },
  image_too_large: {
    title: 'Görsel çok büyük',
    text: 'Görsel 40 megapikselden büyük ya da işlenmesi çok uzun sürüyor.',
    remedy: 'Önce görseli küçültün.',
  },
  quota_exceeded: {
    title: 'Depolama alanı doldu',
    text: 'Bu dosya için yer yok. Artık gerekmeyen dosyaları silin.',
    remedy: 'Dosya silin ya da yöneticiden daha geniş bir alan isteyin.',
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
} satisfies Record<string, ProblemText>
