# docker build -t baumeister . && docker run -p 8420:8420 -v baumeister:/data baumeister
# More options go behind the name: ... baumeister --base-path /games

FROM python:3.13-slim
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip install --no-cache-dir ".[serve,shared]" && \
    useradd --system baumeister && \
    install --directory --owner baumeister /data
USER baumeister
VOLUME /data
EXPOSE 8420
ENTRYPOINT ["baumeister", "serve", "--host", "0.0.0.0", "--data", "/data"]
