/** A board's picture as a file: the SVG on the page, or a PNG of it. */
export function svgFile(drawing: SVGSVGElement): Blob {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}

export async function pngFile(drawing: SVGSVGElement, width = 1600): Promise<Blob> {
  const { width: w, height: h } = drawing.viewBox.baseVal;
  const image = new Image();
  image.src = URL.createObjectURL(svgFile(drawing));
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * h) / w);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
  );
}
