// Seconds of play: the clock rests while nobody can see the page, and after the end.

class Clock {
  constructor(seconds, show) {
    this.before = seconds;
    this.since = null;
    this.show = show;
    this.timer = window.setInterval(() => show(this.text()), 1000);
    this.watch = () => (document.hidden ? this.rest() : this.go());
    document.addEventListener("visibilitychange", this.watch);
    this.ended = false;
    this.watch();
    show(this.text());
  }

  seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  go() {
    if (this.since === null && !this.ended) this.since = performance.now();
  }

  rest() {
    this.before = this.seconds();
    this.since = null;
  }

  end() {
    this.rest();
    this.ended = true;
    this.show(this.text());
  }

  resume() {
    this.ended = false;
    this.watch();
  }

  // The level is left.
  stop() {
    this.rest();
    window.clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.watch);
  }

  text() {
    const all = Math.floor(this.seconds());
    const two = (n) => String(n).padStart(2, "0");
    const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
    return (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(all % 60);
  }
}

