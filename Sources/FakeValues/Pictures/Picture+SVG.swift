extension Picture {
  package var svg: String {
    let side = min(width, height)
    let middle = "x=\"\(width / 2)\" y=\"\(height / 2)\""
    let shape =
      if let initials {
        "<text \(middle) dy=\".35em\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"\(side * 2 / 5)\""
          + " fill=\"#fff\">\(initials)</text>"
      } else {
        "<circle cx=\"\(width / 2)\" cy=\"\(height / 2)\" r=\"\(side / 4)\" fill=\"#fff\"/>"
      }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">\
      <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="\(from.hex)"/>\
      <stop offset="1" stop-color="\(to.hex)"/></linearGradient></defs>\
      <rect width="\(width)" height="\(height)" fill="url(#g)"/>\(shape)</svg>

      """
  }
}
