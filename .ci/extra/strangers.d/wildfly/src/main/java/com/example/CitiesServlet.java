package com.example;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

@WebServlet("/cities")
public class CitiesServlet extends HttpServlet {

  @EJB private Cities cities;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int count = Integer.parseInt(request.getParameter("count"));
    for (long id : cities.store(count)) {
      response.getWriter().println(id);
    }
  }
}
